//! The next segment, made ready while records go into the current one: giving a file its name for good takes
//! as long as many records.

use std::sync::Arc;
use std::thread::JoinHandle;

use super::pool::SegmentPool;
use super::segment::EmptySegment;
use crate::disk::Disk;

pub(super) enum NextSegment {
    Ready(EmptySegment),
    UnderWay(Maker),
}

impl NextSegment {
    /// Makes it while writes continue. `None` if there is no thread to be had: then it is made when it is needed.
    pub(super) fn start(number: u64, pool: Arc<SegmentPool>, disk: Arc<dyn Disk>) -> Option<Self> {
        let make = move || empty(number, &pool, &*disk);
        let thread = std::thread::Builder::new().name("rk-next-journal".to_owned()).spawn(make).ok()?;
        Some(Self::UnderWay(Maker(Some(thread))))
    }

    /// Makes it now.
    pub(super) fn make(number: u64, pool: &SegmentPool, disk: &dyn Disk) -> Option<Self> {
        empty(number, pool, disk).map(Self::Ready)
    }

    /// The segment, unless it could not be made.
    pub(super) fn finish(self) -> Option<EmptySegment> {
        match self {
            Self::Ready(empty) => Some(empty),
            Self::UnderWay(mut maker) => maker.finish(),
        }
    }
}

/// A thread that makes one empty segment and ends.
pub(super) struct Maker(Option<JoinHandle<Option<EmptySegment>>>);

impl Maker {
    fn finish(&mut self) -> Option<EmptySegment> {
        self.0.take()?.join().ok().flatten()
    }
}

impl Drop for Maker {
    /// Nothing accesses the folder after the journal is dropped.
    fn drop(&mut self) {
        self.finish();
    }
}

/// A failure here is repeated, and reported, where the segment is needed.
fn empty(number: u64, pool: &SegmentPool, disk: &dyn Disk) -> Option<EmptySegment> {
    EmptySegment::make(pool.folder(), number, pool.take_spare(), disk).ok()
}
