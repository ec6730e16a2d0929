//! What is printed for those who pay.

use crate::{fares,booking::Booking};

pub fn receipt( booking: &Booking )->String {
  let single=fares::crossing_fare(booking.kilometres,false);
  format!( "{} × {}\nto pay: {:.2}", booking.people, single, f64::from(booking.cents)/100.0 )
}
