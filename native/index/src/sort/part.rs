//! A value's kind and its position among those of its kind, inside one segment.

/// A value's kind and its place among those of its kind, inside one segment.
pub(super) type Part = (u8, u128);

pub(super) const MISSING: Part = (0, 0);
pub(super) const NULL: Part = (1, 0);
pub(super) const NUMBER: u8 = 2;
pub(super) const TEXT: u8 = 3;
pub(super) const OBJECT: Part = (5, 0);
