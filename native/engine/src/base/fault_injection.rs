//! A disk and a clock whose faults can be changed while the engine runs.

use std::sync::Arc;

use rookery_storage::FaultyDisk;

use crate::base::options::EngineOptions;
use crate::base::shifted_clock::ShiftedClock;

/// What can be changed in a running engine. Nothing differs until it is changed, and nothing is kept over a restart.
#[derive(Debug, Clone, Default)]
pub struct FaultInjection {
    /// The disk of the databases. Files of indexes are mapped into memory and do not go through it.
    pub disk: FaultyDisk,
    /// The clock of documents, due dates and background work.
    pub clock: Arc<ShiftedClock>,
}

impl FaultInjection {
    /// Puts this disk and clock into the options of an engine.
    pub fn apply_to(&self, options: &mut EngineOptions) {
        options.disk = Arc::new(self.disk.clone());
        options.clock = self.clock.clone();
    }

    /// Whether anything differs from the machine's disk and clock.
    pub fn is_active(&self) -> bool {
        self.disk.faults().is_active() || self.clock.offset() != 0
    }
}
