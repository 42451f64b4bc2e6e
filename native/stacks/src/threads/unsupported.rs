//! Other systems: no thread lists.

use std::collections::HashMap;

use super::machine::MachineTicks;
use super::reading::{Reading, Turn};
use crate::StackError;

pub(super) fn require_readable(_pid: u32) -> Result<(), StackError> {
    Err(StackError::unsupported())
}

pub(super) fn read_all(_pid: u32, _turn: Turn) -> Result<HashMap<u32, Reading>, StackError> {
    Err(StackError::unsupported())
}

pub(super) fn machine_ticks() -> Option<MachineTicks> {
    None
}
