//! Cancellation: one token per request, shared by everything that works for it.
//!
//! ```
//! use rookery_cancel::CancelToken;
//!
//! let request = CancelToken::new();
//! let query = request.child();
//! let worker = std::thread::spawn(move || {
//!     let mut documents = 0_u64;
//!     while !query.is_cancelled() {
//!         documents += 1;
//!     }
//!     documents
//! });
//! request.cancel();
//! worker.join().expect("the loop ends when its token is cancelled");
//! ```
//!
//! Long loops poll [`CancelToken::is_cancelled`]; threads that wait register a wake-up with
//! [`CancelToken::on_cancel`]. A caller that may disconnect holds a [`CancelOnDrop`]. Callbacks without
//! arguments (the interrupt handler of the script engine) read the token of their thread, which
//! [`CancelToken::enter`] sets. Independent of requests, queries and storage.

mod current;
mod sorting;
mod token;

pub use current::Entered;
pub use sorting::sort_by;
pub use token::{CancelOnDrop, CancelToken, OnCancel};
