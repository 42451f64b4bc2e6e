//! Compressing bodies: with which dictionary, when a better one is wanted, and how one is made.
//!
//! Knows bodies and collections as bytes and names; neither journal, tables nor threads. Writing a
//! dictionary down and running the training are the database's business.

pub(crate) mod codec;
mod dictionary;
mod registry;

pub(crate) use self::dictionary::{Dictionary, Origin};
pub(crate) use self::registry::Dictionaries;
