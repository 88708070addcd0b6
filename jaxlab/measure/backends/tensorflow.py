"""The cell with TensorFlow's NumPy, under `tf.function(jit_compile=True)`: XLA too, by another way."""

from typing import Any

import tensorflow as tf

from jaxlab.measure.backends import Backend, Subject
from jaxlab.measure.backends.library import Library, library_backend
from jaxlab.measure.backends.transplant import Transplant

NUMPY = "tensorflow.experimental.numpy"


def _build(function: Any) -> Any:
    return tf.function(Transplant(NUMPY).function(function), jit_compile=True, autograph=False)


def _give(value: Any) -> Any:
    return value.numpy() if tf.is_tensor(value) else value


LIBRARY = Library(build=_build, take=tf.constant, give=_give)


def make(subject: Subject) -> Backend:
    """TensorFlow's NumPy in place of NumPy, in the cell and in the functions it calls."""
    return library_backend(subject, LIBRARY)
