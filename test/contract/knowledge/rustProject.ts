// A small Cargo workspace with the tricky cases of Rust, as text.

export const rustProject: Readonly<Record<string, string>> = {
  'Cargo.toml': '[workspace]\nresolver = "2"\nmembers = ["shop", "till"]\n',
  'shop/Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
  'shop/src/lib.rs': `//! A shop.
#[macro_use]
mod macros;
pub mod cart;
mod money;
pub use cart::{total, Item as Ware};
pub use money::*;
`,
  'shop/src/money.rs': `/// Cents and nothing else.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Money(pub u32);
pub const CURRENCY: &str = "EUR";
pub(crate) fn hidden() -> Money {
    cents!(3)
}
`,
  'shop/src/macros.rs': `macro_rules! cents {
    ($amount:expr) => {
        crate::money::Money($amount)
    };
}
`,
  'shop/src/cart/mod.rs': `pub mod shelf;
use crate::money::Money;

/// What can be paid for.
pub trait Priced {
    /// What it costs.
    fn price(&self) -> u32;
    fn doubled(&self) -> u32 {
        self.price() * 2
    }
}
pub trait Tagged: Priced {
    const TAG: &'static str;
}
#[derive(Clone)]
pub struct Item {
    pub cents: u32,
    name: String,
}
impl Item {
    pub fn new(cents: u32) -> Self {
        Self { cents, name: String::new() }
    }
    pub fn label(&self) -> &str {
        &self.name
    }
}
impl Priced for Item {
    fn price(&self) -> u32 {
        self.cents
    }
}
impl Tagged for Item {
    const TAG: &'static str = "item";
}
impl<T: Priced> Priced for Vec<T> {
    fn price(&self) -> u32 {
        self.iter().map(|one| one.price()).sum()
    }
}
pub enum Status {
    Open,
    Closed { at: u64 },
}
pub fn total<T: Priced>(items: &[T]) -> Money {
    cents!(items.iter().map(Priced::price).sum())
}
pub fn cost(priced: &dyn Priced) -> u32 {
    priced.doubled()
}
#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn adds_up() {
        assert_eq!(total(&[Item::new(1)]), Money(1));
    }
}
`,
  'shop/src/cart/shelf.rs': `use super::{Item, Priced};
pub struct Shelf<'a, T> {
    things: &'a [T],
}
impl<'a, T: Priced> Shelf<'a, T> {
    pub fn first(&self) -> Option<&T> {
        self.things.first()
    }
}
pub type Items<'a> = Shelf<'a, Item>;
`,
  'till/Cargo.toml': '[package]\nname = "till"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nshop = { path = "../shop" }\n',
  'till/src/main.rs': `use shop::cart::{self, Priced, Status};
use shop::{total as sum, Money, Ware};
struct Till;
impl Priced for Till {
    fn price(&self) -> u32 {
        0
    }
    fn doubled(&self) -> u32 {
        1
    }
}
fn main() {
    let ware = Ware::new(2);
    let Money(cents) = sum(&[ware.clone()]);
    let status = Status::Closed { at: 1 };
    if let Status::Open = status {}
    println!("{} {} {}", cents, cart::cost(&ware), shop::CURRENCY);
    let wrong: u32 = "text";
    Till.doubled();
    ware.price();
}
`,
};
