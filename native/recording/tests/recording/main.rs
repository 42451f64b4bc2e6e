//! Recordings from outside of the crate: texts, edits, exports, comparisons and hostile files.

mod compare;
mod edit;
mod export;
mod inspect;
mod sample;
