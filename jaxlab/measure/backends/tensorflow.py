"""The cell with TensorFlow's NumPy, under `tf.function(jit_compile=True)`: XLA too; gradients by `GradientTape`."""

from typing import Any

import tensorflow as tf

from jaxlab.measure.backends import Backend, Subject
from jaxlab.measure.backends.libraries import Library, library_backend
from jaxlab.measure.backends.transplant import Transplant

NUMPY = "tensorflow.experimental.numpy"


def _build(function: Any) -> Any:
    return tf.function(Transplant(NUMPY).function(function), jit_compile=True, autograph=False)


def _slope(loss: Any, places: tuple[int, ...]) -> Any:
    loss = Transplant(NUMPY).function(loss)

    @tf.function(jit_compile=True, autograph=False)
    def both(*inputs: Any) -> tuple[Any, Any]:
        chosen = [inputs[place] for place in places]
        with tf.GradientTape() as tape:
            tape.watch(chosen)
            value = loss(*inputs)
        return value, tape.gradient(value, chosen)

    return both


def _give(value: Any) -> Any:
    return value.numpy() if tf.is_tensor(value) else value


LIBRARY = Library(build=_build, take=tf.constant, give=_give, slope=_slope)


def make(subject: Subject) -> Backend:
    """TensorFlow's NumPy in place of NumPy, in the cell and in the functions it calls."""
    return library_backend(subject, LIBRARY)
