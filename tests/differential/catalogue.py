"""All that is tried."""

from tests.differential.catalogue_modules import MODULES
from tests.differential.catalogue_more import MORE
from tests.differential.catalogue_numpy import NUMPY

ENTRIES = [*NUMPY, *MODULES, *MORE]
