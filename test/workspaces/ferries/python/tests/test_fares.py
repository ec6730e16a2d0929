from ferries.fares import crossing_fare, group_discount


def test_fares_grow_with_the_distance():
    assert crossing_fare(10, "low") == 750
    assert crossing_fare(20, "low") == 1100


def test_fares_are_a_fifth_higher_in_summer():
    assert crossing_fare(10, "high") == 900


def test_seven_people_are_no_group():
    assert group_discount(7) == 0


def test_eight_people_are_a_group():
    assert group_discount(8) == 0.1
