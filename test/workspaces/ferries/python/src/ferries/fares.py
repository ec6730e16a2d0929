"""What one person pays for one crossing, in cents, and what a group saves."""

from typing import Literal

Season = Literal["low", "high"]

BOARDING = 400
PER_KILOMETRE = 35
GROUP_SIZE = 8


def crossing_fare(kilometres: int, season: Season) -> int:
    base = BOARDING + kilometres * PER_KILOMETRE
    return round_to_ten(base * 1.2 if season == "high" else base)


def round_to_ten(cents: float) -> int:
    return round(cents / 10) * 10


def group_discount(people: int) -> float:
    """The part of the price that is taken off."""
    return 0.1 if people > GROUP_SIZE else 0.0
