use ferries::booking::book;
use ferries::fares::crossing_fare;
use ferries::receipt::receipt;

#[test]
fn two_people_pay_twice_the_fare() {
    assert_eq!(book(2, 10, false).cents, 2 * crossing_fare(10, false));
}

#[test]
fn the_receipt_says_what_is_to_be_paid() {
    assert_eq!(receipt(&book(2, 10, false)), "2 × 750\nto pay: 15.00");
}
