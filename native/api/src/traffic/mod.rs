//! Requests while they are watched: what the traffic watch reports about them.

mod description;
mod observed;
mod seen_body;

pub(crate) use self::observed::ObservedRequest;
