//! What one person pays for one crossing, in cents, and what a group saves.

const BOARDING: u32 = 400;
const PER_KILOMETRE: u32 = 35;
pub const GROUP_SIZE: u32 = 8;

pub fn crossing_fare(kilometres: u32, summer: bool) -> u32 {
    let base = f64::from(BOARDING + kilometres * PER_KILOMETRE);
    round_to_ten(if summer { base * 1.2 } else { base })
}

/// The part of the price that is taken off.
pub fn group_discount(people: u32) -> f64 {
    if people > GROUP_SIZE {
        0.1
    } else {
        0.0
    }
}

pub fn round_to_ten(cents: f64) -> u32 {
    (cents / 10.0).round() as u32 * 10
}

#[cfg(test)]
mod tests {
    use super::{crossing_fare, group_discount};

    #[test]
    fn fares_grow_with_the_distance() {
        assert_eq!(crossing_fare(10, false), 750);
        assert_eq!(crossing_fare(20, false), 1100);
    }

    #[test]
    fn seven_people_are_no_group() {
        assert_eq!(group_discount(7), 0.0);
    }

    #[test]
    fn eight_people_are_a_group() {
        assert_eq!(group_discount(8), 0.1);
    }
}
