//! Reserves memory for items and contents before it is used.

use crate::error::DumpError;

/// Bytes that need no reservation, and bytes between two of them.
const STEP: u64 = 1 << 20;

/// The memory of a reader.
pub(crate) struct MemoryBudget<'a> {
    reserve: Option<Box<dyn FnMut(u64) -> bool + 'a>>,
    /// What the decompression holds all the time.
    base: u64,
    /// Whether more than the base is reserved.
    used: bool,
}

impl<'a> MemoryBudget<'a> {
    /// Without `reserve` there is no bound.
    pub(crate) fn new(base: u64, reserve: Option<Box<dyn FnMut(u64) -> bool + 'a>>) -> Self {
        Self { reserve, base, used: false }
    }

    /// Reserves `bytes` in addition to the base.
    pub(crate) fn reserve(&mut self, offset: u64, bytes: u64) -> Result<(), DumpError> {
        let all = self.base.saturating_add(bytes);
        self.used = bytes > 0;
        match self.reserve.as_mut().is_none_or(|reserve| reserve(all)) {
            true => Ok(()),
            false => Err(DumpError::NoMemory { offset, bytes: all }),
        }
    }

    /// Releases the memory of an item.
    pub(crate) fn free(&mut self) {
        if std::mem::take(&mut self.used)
            && let Some(reserve) = &mut self.reserve
        {
            // Less than before is always granted.
            reserve(self.base);
        }
    }

    /// For an item that begins.
    pub(crate) fn item(
        &mut self,
        offset: u64,
        limit: u64,
        what: &'static str,
        held: u64,
    ) -> ItemBudget<'_, 'a> {
        ItemBudget { budget: self, offset, limit, what, held, next: limit.min(STEP) }
    }
}

/// The memory of one item or content.
pub(crate) struct ItemBudget<'r, 'a> {
    budget: &'r mut MemoryBudget<'a>,
    offset: u64,
    limit: u64,
    what: &'static str,
    /// Bytes that are held in addition to it.
    held: u64,
    /// Reserved up to this length.
    next: u64,
}

impl ItemBudget<'_, '_> {
    /// It has this length now.
    pub(crate) fn hold(&mut self, length: usize) -> Result<(), DumpError> {
        match length as u64 <= self.next {
            true => Ok(()),
            false => self.more(length as u64),
        }
    }

    #[cold]
    fn more(&mut self, length: u64) -> Result<(), DumpError> {
        let Self { offset, limit, what, .. } = *self;
        if length > limit {
            return Err(DumpError::TooLarge { offset, what, limit });
        }
        let next = length.saturating_add(STEP).min(limit);
        self.budget.reserve(offset, self.held.saturating_add(next))?;
        self.next = next;
        Ok(())
    }
}
