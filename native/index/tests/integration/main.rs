//! Tests of the index as a whole.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

mod against_the_scan;
mod best_of_many;
mod ends;
mod first_rows;
mod merging;
mod shop;
mod texts_and_places;
