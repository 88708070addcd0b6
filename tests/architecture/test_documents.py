"""What the documents point at is there."""

import re
from pathlib import Path

import pytest

from jaxlab.cli.main import COMMANDS as COMMANDS_OF_THE_SHELL
from jaxlab.magics.commands import COMMANDS

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\]\((?!https?:)([^)#]+)\)")
LINKS = [(document.name, link) for document in sorted(ROOT.glob("*.md")) for link in LINK.findall(document.read_text())]


@pytest.mark.parametrize(("document", "link"), LINKS)
def test_links_point_at_files(document, link):
    assert (ROOT / link).is_file()


def test_the_readme_lists_every_magic():
    listed = re.findall(r"^\| `%%(\w+)` \|", (ROOT / "README.md").read_text(), flags=re.MULTILINE)
    assert set(listed) == set(COMMANDS)


def test_the_readme_lists_every_command():
    listed = re.findall(r"^\| `jaxlab (\w+)", (ROOT / "README.md").read_text(), flags=re.MULTILINE)
    assert listed == [command.__name__.rpartition(".")[2] for command in COMMANDS_OF_THE_SHELL]


def test_the_house_of_the_drawing_is_the_house_that_stands():
    drawing = re.search(
        r"^jaxlab/\n(.*?)^extension/", (ROOT / "ARCHITECTURE.md").read_text(), re.DOTALL | re.MULTILINE
    )[1]
    drawn = set(re.findall(r"^  (\w+(?:/|\.py))", drawing, flags=re.MULTILINE))
    stands = {path.name for path in (ROOT / "jaxlab").glob("*.py")}
    stands |= {f"{path.parent.name}/" for path in (ROOT / "jaxlab").glob("*/__init__.py")}
    assert drawn == stands
