"""A booking: who crosses how far, and what all of them pay."""

from dataclasses import dataclass

from ferries.fares import Season, crossing_fare, group_discount, round_to_ten


@dataclass(frozen=True)
class Booking:
    people: int
    kilometres: int
    cents: int


def book(people: int, kilometres: int, season: Season) -> Booking:
    full = people * crossing_fare(kilometres, season)
    return Booking(people, kilometres, round_to_ten(full * (1 - group_discount(people))))
