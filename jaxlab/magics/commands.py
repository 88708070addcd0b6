"""The magics and their options as one table. Parsing, help, completion and error texts all read it."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What an option takes."""

    SWITCH = "nothing"
    NAME = "a name"
    NAMES = "names"
    DEVICE = "a device"
    BACKENDS = "backends"
    COUNT = "a whole number from 1 on"
    SECONDS = "a time"
    SIZES = "a range or a list of sizes"
    TEXT = "code in quotes"
    FLAGS = "XLA options"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """An option of a magic.

    Attributes:
      flag: As typed, dashes included.
      kind: What it takes.
      help: What it does, as half a sentence.
      names_data: Whether the names it takes are ones that the notebook has.
    """

    flag: str
    kind: Kind = Kind.SWITCH
    help: str
    names_data: bool = False

    @property
    def usage(self) -> str:
        """The option with a placeholder for its value: `--static NAME[,NAME]`."""
        return f"{self.flag} {_PLACEHOLDER[self.kind]}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A magic with a cell form and a line form.

    Attributes:
      name: Without the percent signs.
      summary: What it does, in one sentence.
      options: In the order help shows them.
      example: A cell body or expression that the help shows.
      notes: What else the help tells, a line each.
    """

    name: str
    summary: str
    options: tuple[Option, ...]
    example: str
    notes: tuple[str, ...] = ()

    def option(self, flag: str) -> Option | None:
        """The option that is typed `flag`; None if there is none."""
        return next((option for option in self.options if option.flag == flag), None)


_PLACEHOLDER = {
    Kind.SWITCH: "",
    Kind.NAME: "NAME",
    Kind.NAMES: "NAME[,NAME]",
    Kind.DEVICE: "DEVICE",
    Kind.BACKENDS: "BACKEND[,BACKEND]",
    Kind.COUNT: "NUMBER",
    Kind.SECONDS: "5s",
    Kind.SIZES: "n=1e2:1e6",
    Kind.TEXT: "'x = np.ones(n)'",
    Kind.FLAGS: "NAME=VALUE[,NAME=VALUE]",
}

BACKENDS = ("numpy", "jit", "jax", "autograd", "numba", "torch", "tensorflow", "cupy")
"""What `%%compare` can time a cell by; here, as a Tab must not wait for JAX to start."""

_STORE = Option(flag="-o", kind=Kind.NAME, help="bind the report to this name")
_QUIET = Option(flag="-q", help="no summary; the value still shows")
_STRICT = Option(flag="--strict", help="what cannot be compiled is an error")
_STATIC = Option(
    flag="--static",
    kind=Kind.NAMES,
    help="values that are compile-time constants, compiled once a value",
    names_data=True,
)
_TRACED = Option(
    flag="--traced", kind=Kind.NAMES, help="values that are inputs although they would be constants", names_data=True
)
_X32 = Option(flag="--x32", help="NumPy code computes in 32 bits")
_DEVICE = Option(flag="--device", kind=Kind.DEVICE, help="where it runs, such as cpu:0")
_XLA = Option(
    flag="--xla", kind=Kind.FLAGS, help="options of XLA's for this cell, such as xla_cpu_enable_fast_math=true"
)
_CHECK = Option(flag="--check", help="run the cell plainly too, on copies, and compare every output")
_WRT = Option(
    flag="--wrt",
    kind=Kind.NAMES,
    help="differentiate by these; without it, by every floating-point array",
    names_data=True,
)
_OF = Option(
    flag="--of", kind=Kind.NAME, help="the scalar to differentiate; without it, the last expression", names_data=True
)
_INTO = Option(flag="--into", kind=Kind.NAME, help="bind the gradient to this name instead of `grads`")

_MEASURING = (
    Option(flag="--with", kind=Kind.BACKENDS, help="what to time it by; without it, numpy,jit"),
    Option(
        flag="--budget", kind=Kind.SECONDS, help="time for all samples together; without it, 5 s, and 30 s for a sweep"
    ),
    Option(flag="-n", kind=Kind.COUNT, help="calls in a sample; without it, as many as the clock needs"),
    Option(flag="-r", kind=Kind.COUNT, help="samples of each backend, at most; without it, 30"),
    Option(flag="--threads", kind=Kind.COUNT, help="cores that all threads share"),
    Option(flag="--sweep", kind=Kind.SIZES, help="run it at these sizes: log steps, or n=64,128,256"),
    Option(flag="--setup", kind=Kind.TEXT, help="what makes the inputs of a size; without it, the cells that did"),
    Option(flag="--live", help="a panel with backends and sizes to choose from"),
)

_LIVE = Option(flag="--live", help="a panel to change options in and compile again")
_PROFILE = Option(flag="--profile", help="run the program some times more, for the time of each instruction and line")
_LOOKING = (
    Option(flag="--passes", help="the HLO before optimisation and after each pass of XLA's"),
    Option(flag="--code", help="the code that XLA makes: LLVM's IR, assembly, PTX"),
    _PROFILE,
)

_COMMON = (_STORE, _QUIET)
_COMPILING = (_STATIC, _TRACED, _X32, _DEVICE, _XLA)

JIT = Command(
    name="jit",
    summary="Run a cell of NumPy or JAX code compiled with XLA.",
    options=(*_COMMON, _STRICT, *_COMPILING, _CHECK, _PROFILE),
    example="np.tanh(a @ a.T).sum()",
)
EXPLORE = Command(
    name="explore",
    summary="Compile a cell without running it, and show what each line became.",
    options=(*_COMMON, *_COMPILING, *_LOOKING, _LIVE),
    example="np.tanh(a @ a.T).sum()",
)
GRAD = Command(
    name="grad",
    summary="Run a cell compiled and bind the gradient of its scalar result to `grads`.",
    options=(_WRT, _OF, _INTO, *_COMMON, _STRICT, *_COMPILING, _PROFILE),
    example="((x @ w - y) ** 2).mean()",
)
COMPARE = Command(
    name="compare",
    summary="Time a cell as plain NumPy and compiled, and check that the results agree.",
    options=(*_MEASURING, *_COMMON, _STRICT, *_COMPILING),
    example="np.tanh(a @ a.T).sum()",
    notes=(
        "The notebook is left as one plain run leaves it; all other runs start from where that one began.",
        "Above a `%%grad` line, the gradient is compared: with central differences, and by other libraries.",
        "A line `#: name` starts a variant of the cell; what stands above the first one, all variants share.",
        f"Backends: {', '.join(BACKENDS)}; jax computes operation by operation,",
        "jit-x32 computes in 32 bits, jit@gpu:0 on that device. Packages can add others.",
    ),
)

COMMANDS = {command.name: command for command in (JIT, EXPLORE, GRAD, COMPARE)}
