"""The text that `%%jit?` shows, from the table of commands."""

from jaxlab.magics.commands import Command


def docstring(command: Command) -> str:
    """Summary, both forms with an example, and the options."""
    name, example = command.name, command.example
    column = max(len(option.usage) for option in command.options) + 2
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
            *((*command.notes, "") if command.notes else ()),
            "Options:",
            "",
            *(f"    {option.usage:<{column}}{option.help}" for option in command.options),
        ]
    )
