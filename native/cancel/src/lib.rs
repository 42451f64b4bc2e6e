//! Cancellation: one token per request, shared by everything that works for it.
//!
//! Long loops poll [`CancelToken::is_cancelled`]; threads that wait register a wake-up with
//! [`CancelToken::on_cancel`]. A caller that may go away holds a [`CancelOnDrop`]. Callbacks that receive no arguments
//! of ours (the interrupt handler of the script engine) read the token of their thread, which [`CancelToken::enter`]
//! sets. Knows no request, no query and no storage.

mod current;
mod sorting;
mod token;

pub use current::Entered;
pub use sorting::sort_by;
pub use token::{CancelOnDrop, CancelToken, OnCancel};
