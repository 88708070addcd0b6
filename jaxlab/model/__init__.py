"""What every other package speaks: frozen dataclasses, standard library only."""
