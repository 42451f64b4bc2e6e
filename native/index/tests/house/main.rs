//! Tests of the index as a whole.

mod against_the_scan;
mod shop;
