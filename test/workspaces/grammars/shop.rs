//! Shop.
pub mod money {
    pub struct Amount { pub cents: u64, currency: Currency }
    pub struct Pair(u8, u8);
    pub enum Currency { Euro, Dollar(u8), Named { code: String } }
    impl Amount {
        pub const ZERO: u64 = 0;
        pub fn new(cents: u64) -> Self { fn inner() {} Amount { cents, currency: Currency::Euro } }
    }
    impl<T> Display for Wrapper<T> where T: Clone {
        type Output = String;
        fn fmt(&self) -> String { String::new() }
    }
}
pub trait Priced: Sized {
    type Unit;
    const MAX: u32;
    fn price(&self) -> u32;
    fn doubled(&self) -> u32 { self.price() * 2 }
}
impl<'a> Priced for &'a money::Amount { fn price(&self) -> u32 { 1 } }
pub static COUNT: u32 = 1;
const LIMIT: u32 = 2;
type Id = u64;
macro_rules! shout { ($x:expr) => { println!("{}", $x) }; }
union Bits { a: u32, b: f32 }
extern "C" { fn strlen(s: *const u8) -> usize; }
async fn main() { let total = 1; }
#[cfg(test)]
mod tests;
