"""What all stand-ins have in common."""


class StandIn:
    """Stands for an array or a number while code is traced."""

    __slots__ = ()
