"""Pictures and words of where arrays are."""

import re
from dataclasses import replace

from jaxlab.model.listing import Listing, ListingLine
from jaxlab.model.placement import Argument, Aval, MeshAxis, Placement, Shard
from jaxlab.views.collectives import collectives
from jaxlab.views.html import render_html
from jaxlab.views.placement import layout, mesh, picture, pictures, placement_line, shard_table
from jaxlab.views.tables import ARGUMENTS, tables
from tests.views.samples import MATMUL, MATMUL_SEGMENT

MESH = (MeshAxis(name="data", size=2), MeshAxis(name="model", size=2))


def spread(*indices: tuple[tuple[int, int], ...], shape: tuple[int, ...]) -> Argument:
    """An array whose shards lie on devices 0, 1, ... in the order of `indices`."""
    shards = tuple(Shard(device=f"cpu:{i}", index=index) for i, index in enumerate(indices))
    aval = Aval(dtype="float32", shape=shape)
    placement = Placement(
        sharding="NamedSharding",
        devices=tuple(shard.device for shard in shards),
        memory_kind="device",
        mesh=MESH,
        shards=shards,
    )
    return Argument(name="x", aval=aval, bytes=4 * aval.size, placement=placement)


QUARTERS = spread(((0, 2), (0, 3)), ((0, 2), (3, 6)), ((2, 4), (0, 3)), ((2, 4), (3, 6)), shape=(4, 6))
COPIES = spread(*[((0, 4), (0, 6))] * 4, shape=(4, 6))
HALVES = spread(((0, 4),), ((4, 8),), ((0, 4),), ((4, 8),), shape=(8,))
UNEVEN = spread(((0, 3),), ((3, 5),), shape=(5,))
SCALAR = spread((), (), shape=())


def titles(argument: Argument) -> list[str]:
    return re.findall(r'title="([^"]*)"', picture(argument))


def test_layouts_in_words():
    said = [layout(argument.placement) for argument in (QUARTERS, COPIES, HALVES, UNEVEN, SCALAR)]
    assert said == [
        "split 2 × 2 over 4 devices",
        "a copy on each of 4 devices",
        "split 2 over 4 devices, each part on 2",
        "split 2 over 2 devices, unevenly",
        "a copy on each of 2 devices",
    ]
    assert mesh(QUARTERS.placement) == "mesh data=2, model=2"


def test_every_part_says_what_it_is():
    assert titles(QUARTERS)[1] == "x[0:2, 3:6] on cpu:1: 24 B, device memory"
    assert titles(COPIES) == ["x[0:4, 0:6] on cpu:0, cpu:1, cpu:2, cpu:3: 96 B each, device memory"]
    assert titles(HALVES) == [
        "x[0:4] on cpu:0, cpu:2: 16 B each, device memory",
        "x[4:8] on cpu:1, cpu:3: 16 B each, device memory",
    ]


def test_copies_and_parts_look_different():
    assert "dashed" in picture(COPIES)
    assert "dashed" not in picture(QUARTERS)


def test_parts_are_as_large_as_what_they_hold():
    widths = [int(width) for width in re.findall(r";width:(\d+)px", picture(UNEVEN))]
    assert widths[0] / widths[1] > 1.4


def test_an_array_on_one_device_has_no_picture():
    (whole,) = MATMUL.inputs
    assert pictures([whole]) == ""
    assert shard_table(whole) is None
    assert placement_line(whole) == "a float64[500,500], 2 MB · whole on cpu:0 · device memory"


def test_an_array_of_the_host():
    host = replace(MATMUL.inputs[0], placement=None)
    assert placement_line(host) == "a float64[500,500], 2 MB · in the host's memory, on no device"


def test_shards_as_rows():
    assert shard_table(UNEVEN).rows == (("cpu:0", "[0:3]", "12 B"), ("cpu:1", "[3:5]", "8 B"))


def test_a_great_mesh_stays_small():
    many = spread(*[((i, i + 1), (0, 2)) for i in range(512)], shape=(512, 2))
    assert "and 496 more rows of parts" in picture(many)
    assert len(picture(many)) < 10_000


def test_names_are_escaped():
    hostile = replace(QUARTERS, name='"><script>alert(1)</script>')
    assert "<script>" not in picture(hostile)


def test_collectives_with_their_bytes():
    texts = (
        "  %all-gather = f32[4,8]{0,1} all-gather(%a), channel_id=1, replica_groups=[4,2]<=[8], dimensions={1}",
        "  %all-reduce = (f32[], pred[8]) all-reduce-start(%b, %c), replica_groups={{0,1},{2,3}}, to_apply=%add",
        "  %again = (f32[], pred[8]) all-reduce-start(%d, %e), replica_groups={{0,1},{2,3}}, to_apply=%add",
        "  %use = f32[4,8]{0,1} negate(%all-gather)",
    )
    listing = Listing(kind="hlo", lines=tuple(ListingLine(text=text) for text in texts))
    report = replace(MATMUL, segments=(replace(MATMUL_SEGMENT, listings={"hlo": listing}),))
    assert collectives(report).rows == (
        ("all-gather", "1", "128 B", "4 groups of 2"),
        ("all-reduce", "2", "12 B", "2 groups of 2"),
    )
    assert collectives(MATMUL) is None


def test_the_report_has_the_pictures():
    report = replace(MATMUL, segments=(replace(MATMUL_SEGMENT, inputs=(QUARTERS,)),))
    assert render_html(report, embed=False).count("data-devices") == 4


def test_columns_about_sharing_out_are_of_arrays_that_are():
    whole = replace(MATMUL, segments=(MATMUL_SEGMENT,))
    shared = replace(MATMUL, segments=(replace(MATMUL_SEGMENT, inputs=(QUARTERS,)),))
    columns = [
        next(table.columns for table in tables(report) if table.title == ARGUMENTS) for report in (whole, shared)
    ]
    assert columns[0][-1] == "where"
    assert columns[1] == (*columns[0], "per device", "sharding")
