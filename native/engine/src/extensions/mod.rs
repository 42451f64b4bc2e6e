//! What belongs to documents besides their bodies: attachments, counters, revisions, due dates. Their types, settings and
//! rows, byte by byte. Reading and writing them is the responsibility of `state`, `transaction` and `database`.

pub(crate) mod attachments;
pub(crate) mod counters;
pub(crate) mod expiration;
pub(crate) mod revisions;
