//! A booking: who crosses how far, and what all of them pay.

use crate::fares::{crossing_fare, group_discount, round_to_ten};

pub struct Booking {
    pub people: u32,
    pub kilometres: u32,
    pub cents: u32,
}

pub fn book(people: u32, kilometres: u32, summer: bool) -> Booking {
    let full = f64::from(people * crossing_fare(kilometres, summer));
    let cents = round_to_ten(full * (1.0 - group_discount(people)));
    Booking {
        people,
        kilometres,
        cents,
    }
}
