from ferries.booking import book
from ferries.fares import crossing_fare
from ferries.receipt import receipt


def test_two_people_pay_twice_the_fare():
    assert book(2, 10, "low").cents == 2 * crossing_fare(10, "low")


def test_the_receipt_says_what_is_to_be_paid():
    assert receipt(book(2, 10, "low")) == "2 × 750\nto pay: 15.00"
