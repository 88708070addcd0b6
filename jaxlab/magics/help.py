"""The text that `%%jit?` shows, from the table of commands."""

from jaxlab.magics.commands import Command

_COLUMN = 24


def docstring(command: Command) -> str:
    """Summary, both forms with an example, and the options."""
    name, example = command.name, command.example
    return "\n".join(
        [
            command.summary,
            "",
            "Cell form, options on the first line, code below:",
            "",
            f"    %%{name} [options]",
            f"    {example}",
            "",
            "Line form, options first, the rest of the line is the expression (`--` ends the options):",
            "",
            f"    %{name} [options] {example}",
            "",
            "Options:",
            "",
            *(f"    {option.usage:<{_COLUMN}}{option.help}" for option in command.options),
        ]
    )
