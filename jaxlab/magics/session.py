"""One shell's use of jaxlab: from a magic's line to what shows below the cell."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell

from jaxlab.cell.parse import ends_in_semicolon
from jaxlab.magics.about import about
from jaxlab.magics.automagic import refuse_automagic
from jaxlab.magics.cells import Cells
from jaxlab.magics.commands import Command
from jaxlab.magics.config import CompilationCache, JaxLab
from jaxlab.magics.display import Summary
from jaxlab.magics.gradients import GradientNames
from jaxlab.magics.requests import Request, measuring_for, options_for
from jaxlab.magics.stacked import read_cell, read_line
from jaxlab.magics.syntax import as_python
from jaxlab.magics.titles import with_cell_titles
from jaxlab.magics.typed import TypedCells
from jaxlab.model.measuring import Measuring, Progress

if TYPE_CHECKING:  # the pipeline loads JAX, so the magics load it at the first run
    from jaxlab.model.comparison import Comparison
    from jaxlab.model.options import Options
    from jaxlab.model.report import Report
    from jaxlab.pipeline import Outcome


class Session:
    """What the magics of one shell share: its settings, the cell that is running, the gradients made so far."""

    def __init__(self, shell: InteractiveShell, settings: JaxLab, typed: TypedCells, cache: CompilationCache) -> None:
        self._shell = shell
        self._settings = settings
        self._typed = typed
        self._cache = cache
        self._cells = Cells(shell)
        self._made = GradientNames(shell.user_ns)
        self._summary = Summary(shell)

    def parse(self, command: Command, line: str, body: str | None) -> Request:
        """What the person asked for.

        Raises:
          UsageError: The line is not one that the magic understands.
          NameError: It was a line of Python that automagic took for a magic.
        """
        refuse_automagic(self._typed, command.name)
        if body is None:
            read = read_line(command, line)
            code = self._cells.beside(command.name, line, read.source)
        else:
            read = read_cell(command, line, body)
            code = self._cells.under(read.magic, read.line, read.source, self._typed.text)
            code = replace(code, source=as_python(self._shell, code.source))
        arguments = read.arguments
        return Request(
            code=code,
            options=options_for(command, read, self._settings, self._made),
            measuring=measuring_for(command, arguments),
            is_live=arguments.is_given("--live"),
            report_name=arguments.name("-o"),
            quiet=self._settings.quiet or arguments.is_given("-q"),
            hides_value=_hides_value(code.source) and not self._typed.is_assigned(command.name, line),
        )

    def parse_word(self, magic: str, line: str, words: tuple[str, ...], more: tuple[str, ...] = ()) -> str:
        """The one word after a magic that takes a word.

        Raises:
          UsageError: It is none of `words`.
          NameError: It was a line of Python that automagic took for a magic.
        """
        refuse_automagic(self._typed, magic)
        word = line.strip()
        if word not in words:
            valid = ", ".join(f"`%{magic} {word}`".replace(" `", "`") for word in (*words, *more))
            raise UsageError(f"`%{magic}` does not know `{word}`. Write {valid}.")
        return word

    def run(self, request: Request) -> "Outcome":
        """Runs the code compiled."""
        from jaxlab.pipeline import run

        return self._titled(self._step(run, request))

    def compare(self, request: Request) -> "Outcome":
        """Runs the code plainly and compiled, timed."""
        return self._compared(request, self._cells_run(), self._summary.progress)

    def _compared(
        self, request: Request, history: tuple[str, ...], on_progress: Callable[[Progress], None]
    ) -> "Outcome":
        from jaxlab.pipeline import compare

        more = {"measuring": request.measuring, "history": history, "on_progress": on_progress}
        return self._titled(self._step(compare, request, **more))

    def explore(self, request: Request) -> "Outcome":
        """Compiles the code without running it."""
        from jaxlab.pipeline import Outcome, explore

        return self._titled(Outcome(value=None, has_value=False, report=self._step(explore, request)))

    def show(self, request: Request, outcome: "Outcome") -> Any:
        """Shows the summary; what it returns, IPython shows as the cell's value.

        Raises:
          KeyboardInterrupt: The measuring was interrupted; what there is, is shown.
        """
        report = outcome.report
        if request.report_name is not None:
            self._shell.user_ns[request.report_name] = report
        if request.options.gradient is not None:
            self._made.note(request.options.gradient.into)
        if request.is_live and report.magic == "explore":
            self._show_panel(request, report)
        elif request.is_live and report.comparison is not None:
            self._show_compare_panel(request, report)
        elif request.quiet:
            self._summary.clear()
        else:
            self._summary.show_report(report, self._settings.embeds(report.magic))
            if report.comparison is not None:
                self._summary.show_charts(report.comparison)
        if report.comparison is not None and report.comparison.is_interrupted:
            raise KeyboardInterrupt
        return None if request.hides_value else outcome.value

    def show_devices(self, *, live: bool = False) -> None:
        """Shows the devices and what is on them; `live` in a panel that stays up to date."""
        from jaxlab.magics.device_view import device_bundle
        from jaxlab.magics.devices import survey

        if not live:
            self._shell.display_pub.publish(data=device_bundle(survey(self._shell.user_ns)), metadata={})
            return
        from IPython.display import display

        from jaxlab.magics.device_panel import DevicePanel

        display(DevicePanel(self._shell.user_ns).widget)

    def show_placement(self, expression: str) -> None:
        """Shows which device holds which part of what an expression names.

        Raises:
          UsageError: There is no expression, it has no value, or its value holds no array.
          NameError: It was a line of Python that automagic took for a magic.
        """
        from jaxlab.magics.placement import placement_bundle, value_of

        refuse_automagic(self._typed, "placement")
        value = value_of(expression.strip(), self._shell)
        self._shell.display_pub.publish(data=placement_bundle(expression.strip(), value), metadata={})

    def show_diff(self, names: str) -> None:
        """Shows two reports compared.

        Raises:
          UsageError: They are not two names of reports.
        """
        from jaxlab.magics.report_names import two_reports
        from jaxlab.views.diff import diff_html, diff_text

        before, after = two_reports(names, self._shell.user_ns)
        labels = (names.split()[0], names.split()[1])
        data = {"text/plain": diff_text(before, after, labels), "text/html": str(diff_html(before, after, labels))}
        self._shell.display_pub.publish(data=data, metadata={})

    def _show_compare_panel(self, request: Request, report: "Report") -> None:
        from IPython.display import display

        from jaxlab.magics.compare_panel import ComparePanel
        from jaxlab.magics.display import Place
        from jaxlab.measure.backends import registry
        from jaxlab.views.bundle import bundle
        from jaxlab.views.figures.bundle import image_bundle

        figures, charts, history = Place(self._shell), Place(self._shell), self._cells_run()

        def show(report: "Report") -> "Comparison | None":
            figures.show(bundle(report, embed=self._settings.embeds(report.magic)))
            if report.comparison is not None:
                charts.show(image_bundle(report.comparison))
            if request.report_name is not None:
                self._shell.user_ns[request.report_name] = report
            return report.comparison

        def again(measuring: Measuring, on_progress: Callable[[Progress], None]) -> "Comparison | None":
            wanted = replace(request, measuring=measuring)
            return show(self._compared(wanted, history, on_progress).report)

        self._summary.clear()
        show(report)
        display(ComparePanel(request.measuring, registry.names(), again).widget)

    def _cells_run(self) -> tuple[str, ...]:
        """Code of the cells that have run, oldest first, this one apart."""
        history = self._shell.history_manager
        return tuple(history.input_hist_raw[:-1]) if history is not None else ()

    def show_about(self, word: str) -> None:
        """Prints what `%jaxlab` tells: versions and settings, the last report, the magics."""
        print(about(word, self._settings))

    def _titled(self, outcome: "Outcome") -> "Outcome":
        """The outcome with cells called by their numbers, in its report and in the last one."""
        from jaxlab.pipeline import remember

        report = with_cell_titles(outcome.report, self._shell)
        remember(report)
        return replace(outcome, report=report)

    def _show_panel(self, request: Request, report: "Report") -> None:
        """Shows the report's line, which needs no kernel, and a panel that compiles the code again."""
        from IPython.display import display

        from jaxlab.magics.devices import device_names
        from jaxlab.magics.explore_panel import ExplorePanel
        from jaxlab.views.bundle import bundle

        def compile_again(options: "Options") -> "Report":
            return self.explore(replace(request, options=options)).report

        self._summary.clear()
        self._shell.display_pub.publish(data=bundle(report, embed=self._settings.embeds("explore")), metadata={})
        display(ExplorePanel(request.options, report, compile_again, device_names()).widget)

    def _step(self, step: Callable[..., Any], request: Request, **more: Any) -> Any:
        self._cache.follow(self._settings.cache_dir)
        code = request.code
        try:
            return step(
                code.source,
                self._shell.user_ns,
                options=request.options,
                filename=code.filename,
                opening=code.opening,
                on_wait=self._summary.elapsed,
                **more,
            )
        except BaseException:
            self._summary.clear()
            raise


def _hides_value(source: str) -> bool:
    # The first test spares nearly every cell the tokenizer.
    return ";" in source and ends_in_semicolon(source)
