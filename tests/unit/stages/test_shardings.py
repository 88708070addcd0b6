"""Where arrays live."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec, SingleDeviceSharding

from jaxlab.model.placement import Aval
from jaxlab.stages.shardings import device_name, placement_of


def test_a_device_is_called_by_platform_and_number() -> None:
    assert device_name(jax.devices("cpu")[0]) == "cpu:0"


def test_an_array_on_one_device() -> None:
    placement = placement_of(jnp.ones((3, 5), jnp.float32))

    assert placement.sharding == "SingleDeviceSharding"
    assert placement.devices == ("cpu:0",)
    assert placement.bytes_per_device == 3 * 5 * 4
    assert placement.memory_kind == jax.devices()[0].default_memory().kind


def test_a_named_sharding_tells_its_spec_and_its_mesh() -> None:
    mesh = Mesh(np.array(jax.devices("cpu")[:1]).reshape(1, 1), ("data", "model"))
    sharding = NamedSharding(mesh, PartitionSpec("data", None))

    placement = placement_of(sharding, Aval(dtype="bfloat16", shape=(8, 2)))

    assert placement.sharding == "NamedSharding(P('data', None), mesh data=1, model=1)"
    assert placement.bytes_per_device == 8 * 2 * 2


def test_bytes_are_unknown_without_a_shape() -> None:
    assert placement_of(SingleDeviceSharding(jax.devices("cpu")[0])).bytes_per_device is None


def test_bytes_are_unknown_for_random_keys() -> None:
    assert placement_of(jax.random.key(0)).bytes_per_device is None
