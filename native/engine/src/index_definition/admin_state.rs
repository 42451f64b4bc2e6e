//! Administrative state of an index: disabled, priority, lock mode. Stored in the database record with the
//! definition.

use crate::base::changes::IndexChangeKind;
use crate::error::EngineError;
use serde::{Deserialize, Serialize};

/// Whether an index may be changed and deleted by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum LockMode {
    /// Changes are allowed.
    #[default]
    Unlock,
    /// Changes are ignored without an error.
    LockedIgnore,
    /// Changes fail with an error.
    LockedError,
}

/// The priority of an index's thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum IndexPriority {
    /// Below everything else.
    Low,
    /// Below requests.
    #[default]
    Normal,
    /// Nearly the priority of requests.
    High,
}

impl LockMode {
    /// Whether the index of this name may be `action` (`changed` or `deleted`); an error for `LockedError`.
    pub(crate) fn check_allows(self, index: &str, action: &'static str) -> Result<bool, EngineError> {
        match self {
            Self::Unlock => Ok(true),
            Self::LockedIgnore => Ok(false),
            Self::LockedError => Err(EngineError::LockedIndex { index: index.to_owned(), action }),
        }
    }
}

impl IndexPriority {
    pub(crate) fn is_normal(&self) -> bool {
        *self == Self::Normal
    }
}

/// Settings of an index that do not require a rebuild.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct IndexAdminState {
    /// Its lock mode.
    pub lock_mode: LockMode,
    /// Its priority.
    pub priority: IndexPriority,
    /// It is disabled, also after the database is opened again.
    pub disabled: bool,
    /// Disabled in the definition as reported: RavenDB stores both, per node and for the cluster.
    pub disabled_in_definition: bool,
}

impl IndexAdminState {
    pub(crate) fn changes_to(&self, other: &Self) -> Vec<IndexChangeKind> {
        let kinds = [
            (self.lock_mode != other.lock_mode, IndexChangeKind::LockModeChanged),
            (self.priority != other.priority, IndexChangeKind::PriorityChanged),
            (!self.disabled && other.disabled, IndexChangeKind::IndexDemotedToDisabled),
        ];
        kinds.into_iter().filter_map(|(is_so, kind)| is_so.then_some(kind)).collect()
    }
}

/// Whether an index runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunningStatus {
    /// It indexes changes.
    Running,
    /// It was stopped until it is started, or the database opened again; or it is in the state `Error` until it
    /// is enabled or reset.
    Paused,
    /// It was disabled until it is enabled.
    Disabled,
}
