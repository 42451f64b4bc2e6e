//! Recordings from outside of the crate: texts, edits, exports, comparisons and hostile files.

mod compare;
mod edit;
mod export;
mod hostile;
mod inspect;
#[path = "../../../fuzz/mutations/mod.rs"]
mod mutations;
mod round_trips;
mod sample;
