//! Whether an index runs, how urgently, and whether it may be changed. Kept in the database record with the definition.

use crate::base::changes::IndexChangeKind;
use crate::error::EngineError;
use serde::{Deserialize, Serialize};

/// Whether an index may be changed and deleted by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum LockMode {
    /// It may.
    #[default]
    Unlock,
    /// Changes are ignored without an error.
    LockedIgnore,
    /// Changes fail with an error.
    LockedError,
}

/// How urgently an index works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum IndexPriority {
    /// After everything else.
    Low,
    /// After requests.
    #[default]
    Normal,
    /// Almost like requests.
    High,
}

impl LockMode {
    /// Whether the index of this name may be `action`; an error for `LockedError`.
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

/// What can be changed of an index without building it again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct IndexAdminState {
    /// Whether it may be changed.
    pub lock_mode: LockMode,
    /// How urgently it works.
    pub priority: IndexPriority,
    /// It is disabled, also after the database is opened again.
    pub disabled: bool,
    /// The same as reported with the definition: a server keeps both, for a node and for all of them.
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

/// Whether an index works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunningStatus {
    /// It takes in what is new.
    Running,
    /// It was stopped until it is started, or the database opened again.
    Paused,
    /// It was disabled until it is enabled.
    Disabled,
}
