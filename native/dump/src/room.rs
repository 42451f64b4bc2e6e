//! How much of one item or content may be held.

use crate::error::DumpError;

/// Bytes that need no permit, and bytes between two requests for one.
const STEP: u64 = 1 << 20;

/// Asks whoever gives the memory.
pub(crate) struct Room<'a> {
    give: Option<Box<dyn FnMut(u64) -> bool + 'a>>,
    /// What the decompression holds all the time.
    base: u64,
    /// Whether more than the base was given.
    used: bool,
}

impl<'a> Room<'a> {
    /// Without anybody to ask, everything is given.
    pub(crate) fn new(base: u64, give: Option<Box<dyn FnMut(u64) -> bool + 'a>>) -> Self {
        Self { give, base, used: false }
    }

    /// Asks for `bytes` in all.
    pub(crate) fn ask(&mut self, offset: u64, bytes: u64) -> Result<(), DumpError> {
        let all = self.base.saturating_add(bytes);
        self.used = bytes > 0;
        match self.give.as_mut().is_none_or(|give| give(all)) {
            true => Ok(()),
            false => Err(DumpError::NoMemory { offset, bytes: all }),
        }
    }

    /// Gives back what an item had.
    pub(crate) fn free(&mut self) {
        if std::mem::take(&mut self.used)
            && let Some(give) = &mut self.give
        {
            // Less than before is always given.
            give(self.base);
        }
    }

    /// For an item that begins.
    pub(crate) fn item(
        &mut self,
        offset: u64,
        limit: u64,
        what: &'static str,
        held: u64,
    ) -> ItemRoom<'_, 'a> {
        ItemRoom { room: self, offset, limit, what, held, next: limit.min(STEP) }
    }
}

/// What one item or content may hold.
pub(crate) struct ItemRoom<'r, 'a> {
    room: &'r mut Room<'a>,
    offset: u64,
    limit: u64,
    what: &'static str,
    /// Bytes that are held in addition to it.
    held: u64,
    /// No permit is needed up to this length.
    next: u64,
}

impl ItemRoom<'_, '_> {
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
        self.room.ask(offset, self.held.saturating_add(next))?;
        self.next = next;
        Ok(())
    }
}
