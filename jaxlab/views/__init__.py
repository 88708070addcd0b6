"""Reports in, output out: text, HTML, bundles for notebooks, files."""
