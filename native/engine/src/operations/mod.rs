//! Long-running work under a number: what runs, how far it is, how it ended, and a way to stop it.
//!
//! What lives here: the registry of one database's operations, the handle its work reports through, and the feed of
//! state changes. It must not know what the work is: progress and results are JSON values of the worker's choice.

mod handle;
mod registry;
mod state;

pub use self::handle::OperationHandle;
pub use self::registry::{KEPT_AFTER_THEIR_END, OperationError, Operations};
pub use self::state::{OperationChange, OperationFailure, OperationInfo, OperationState, OperationStatus};
