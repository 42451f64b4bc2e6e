//! The methods of `Database` about indexes: definitions, administration, statistics.

pub(crate) mod admin_state;
pub(crate) mod definitions;
pub(crate) mod groups;
pub(crate) mod history;
pub(crate) mod performance;
pub(crate) mod side_by_side;
pub(crate) mod stats;
