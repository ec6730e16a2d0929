//! Crossings, and what they cost.

pub mod booking;
pub mod fares;
pub mod receipt;
