"""The IPython extension: magics, their arguments, help, completion and settings. Only this package imports IPython."""
