//! Why a request about a subscription was refused.

/// The kinds of failure that clients distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubscriptionFault {
    /// There is no such subscription.
    Unknown,
    /// Another subscription has the name.
    NameTaken,
    /// The starting point is not a change vector.
    BadStart,
    /// The name or the query is too long, or there are too many.
    TooLarge,
    /// It was changed while it was used.
    Changed,
    /// It is about revisions, which the database does not keep of that collection.
    NoRevisions,
}
