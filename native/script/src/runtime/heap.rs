//! The memory of one JavaScript engine.
//!
//! Scripts can keep values for the lifetime of an engine, for example through `Error.prepareStackTrace`. The engine's
//! blocks are kept in a list, so that dropping the engine frees all of them.

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc, realloc};
use std::cell::Cell;
use std::ptr::{self, NonNull};
use std::rc::Rc;

use rquickjs::allocator::Allocator;

/// How much memory an engine uses, in bytes.
#[derive(Debug, Default)]
pub(crate) struct Usage {
    now: Cell<usize>,
    highest: Cell<usize>,
}

impl Usage {
    pub(crate) fn now(&self) -> usize {
        self.now.get()
    }

    /// The most since [`Usage::begin`].
    pub(crate) fn highest(&self) -> usize {
        self.highest.get()
    }

    pub(crate) fn begin(&self) {
        self.highest.set(self.now.get());
    }

    fn add(&self, size: usize) {
        self.now.set(self.now.get() + size);
        self.highest.set(self.highest.get().max(self.now.get()));
    }

    fn subtract(&self, size: usize) {
        self.now.set(self.now.get() - size);
    }
}

/// In front of each block; its size keeps the block aligned.
#[repr(C, align(16))]
struct Header {
    previous: *mut Header,
    next: *mut Header,
    /// Of the block without this header.
    size: usize,
}

const HEADER: usize = size_of::<Header>();

/// All blocks of an engine. QuickJS itself checks the memory limit, and takes small blocks out of larger ones.
pub(crate) struct Heap {
    first: *mut Header,
    usage: Rc<Usage>,
}

impl Heap {
    pub(crate) fn new(usage: Rc<Usage>) -> Self {
        Self { first: ptr::null_mut(), usage }
    }

    /// Adds a block to the list; returns the place behind its header.
    ///
    /// # Safety
    /// `header` is null, or a new block of `HEADER + size` bytes.
    unsafe fn insert(&mut self, header: *mut Header, size: usize) -> *mut u8 {
        if header.is_null() {
            return ptr::null_mut();
        }
        // SAFETY: the new block has room for a header; the first block of the list is valid.
        unsafe {
            header.write(Header { previous: ptr::null_mut(), next: self.first, size });
            if let Some(mut first) = NonNull::new(self.first) {
                first.as_mut().previous = header;
            }
            self.first = header;
            self.usage.add(size);
            header.add(1).cast()
        }
    }

    /// Takes a block out of the list; returns its header and its size.
    ///
    /// # Safety
    /// `block` was returned by [`Heap::insert`] and is still in the list.
    unsafe fn remove(&mut self, block: *mut u8) -> (*mut Header, usize) {
        // SAFETY: a header is in front of every block, and the neighbours in the list are valid.
        unsafe {
            let header = block.cast::<Header>().sub(1);
            let Header { previous, next, size } = header.read();
            match NonNull::new(previous) {
                Some(mut previous) => previous.as_mut().next = next,
                None => self.first = next,
            }
            if let Some(mut next) = NonNull::new(next) {
                next.as_mut().previous = previous;
            }
            self.usage.subtract(size);
            (header, size)
        }
    }
}

/// The layout of a block with its header; `None` when it is larger than the address space.
fn layout(size: usize) -> Option<Layout> {
    Layout::from_size_align(size.checked_add(HEADER)?, align_of::<Header>()).ok()
}

// SAFETY: blocks come from the global allocator, are aligned to 16 bytes and have the size in their header.
unsafe impl Allocator for Heap {
    fn alloc(&mut self, size: usize) -> *mut u8 {
        let Some(layout) = layout(size) else { return ptr::null_mut() };
        // SAFETY: the layout is not empty, it has room for the header.
        unsafe { self.insert(alloc(layout).cast(), size) }
    }

    fn calloc(&mut self, count: usize, size: usize) -> *mut u8 {
        let Some(size) = count.checked_mul(size) else { return ptr::null_mut() };
        let Some(layout) = layout(size) else { return ptr::null_mut() };
        // SAFETY: as in `alloc`.
        unsafe { self.insert(alloc_zeroed(layout).cast(), size) }
    }

    unsafe fn dealloc(&mut self, block: *mut u8) {
        // SAFETY: the caller passes a block of this heap; it was allocated with this layout.
        unsafe {
            let (header, size) = self.remove(block);
            if let Some(layout) = layout(size) {
                dealloc(header.cast(), layout);
            }
        }
    }

    unsafe fn realloc(&mut self, block: *mut u8, size: usize) -> *mut u8 {
        if block.is_null() {
            return self.alloc(size);
        }
        // SAFETY: as in `dealloc`. A block that could not be resized is unchanged and returns to the list.
        unsafe {
            let (header, before) = self.remove(block);
            let (Some(old), Some(new)) = (layout(before), layout(size)) else {
                self.insert(header, before);
                return ptr::null_mut();
            };
            let resized = realloc(header.cast(), old, new.size());
            if resized.is_null() {
                self.insert(header, before);
                return ptr::null_mut();
            }
            self.insert(resized.cast(), size)
        }
    }

    unsafe fn usable_size(block: *mut u8) -> usize {
        // SAFETY: a header is in front of every block.
        unsafe { (*block.cast::<Header>().sub(1)).size }
    }
}

impl Drop for Heap {
    fn drop(&mut self) {
        while !self.first.is_null() {
            // SAFETY: blocks in the list are allocated, and the engine that used them no longer exists.
            unsafe { self.dealloc(self.first.add(1).cast()) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_keep_their_contents_and_are_freed_with_the_heap() {
        let usage = Rc::new(Usage::default());
        let mut heap = Heap::new(usage.clone());
        let (a, b, c) = (heap.alloc(100), heap.calloc(10, 10), heap.alloc(1));
        assert_eq!((usage.now(), usage.highest()), (201, 201));
        for block in [a, b, c] {
            assert_eq!(block as usize % 16, 0);
        }
        // SAFETY: the blocks are valid until they are freed.
        unsafe {
            assert_eq!(std::slice::from_raw_parts(b, 100), [0; 100]);
            a.write_bytes(7, 100);
            let a = heap.realloc(a, 5000);
            assert_eq!(std::slice::from_raw_parts(a, 100), [7; 100]);
            assert_eq!(Heap::usable_size(a), 5000);
            assert!(heap.realloc(a, usize::MAX - 8).is_null());
            assert_eq!(std::slice::from_raw_parts(a, 100), [7; 100]);
            heap.dealloc(b);
            assert_eq!(heap.realloc(ptr::null_mut(), 9) as usize % 16, 0);
        }
        assert!(heap.alloc(usize::MAX).is_null());
        assert!(heap.calloc(usize::MAX, 2).is_null());
        assert_eq!((usage.now(), usage.highest()), (5010, 5101));
        usage.begin();
        drop(heap);
        assert_eq!((usage.now(), usage.highest()), (0, 5010));
    }
}
