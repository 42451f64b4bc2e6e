//! The bytes of one file: as programs see them, as the device has them, and the difference.

use super::dice::Dice;

/// A change that the device has not confirmed.
#[derive(Debug, Clone)]
enum Change {
    Bytes { offset: usize, bytes: Vec<u8> },
    Size(usize),
}

/// How much of the unconfirmed survives a power cut.
#[derive(Debug, Clone, Copy)]
pub struct Survival {
    /// The atomic unit.
    pub sector: usize,
    /// The probability that each sector, size change and name survives.
    pub percent: u64,
    /// Whether names survive in the order they were made, up to one of them, as in a journalling file system.
    pub names_in_order: bool,
}

#[derive(Debug, Clone, Default)]
pub struct Content {
    seen: Vec<u8>,
    durable: Vec<u8>,
    unconfirmed: Vec<Change>,
}

impl Content {
    pub fn size(&self) -> u64 {
        self.seen.len() as u64
    }

    /// False when the file ends before the buffer is full.
    pub fn read(&self, offset: u64, bytes: &mut [u8]) -> bool {
        let range = offset as usize..offset as usize + bytes.len();
        self.seen.get(range).map(|found| bytes.copy_from_slice(found)).is_some()
    }

    /// A write that programs see; durable after [`Content::sync`].
    pub fn write(&mut self, offset: u64, bytes: &[u8]) {
        place(&mut self.seen, offset as usize, bytes);
        self.unconfirmed.push(Change::Bytes { offset: offset as usize, bytes: bytes.to_vec() });
    }

    pub fn set_size(&mut self, size: u64) {
        self.seen.resize(size as usize, 0);
        self.unconfirmed.push(Change::Size(size as usize));
    }

    /// The allocated size.
    pub fn added_by(&self, offset: u64, length: usize) -> u64 {
        (offset + length as u64).saturating_sub(self.size())
    }

    pub fn sync(&mut self) {
        for change in self.unconfirmed.drain(..) {
            match change {
                Change::Bytes { offset, bytes } => place(&mut self.durable, offset, &bytes),
                Change::Size(size) => self.durable.resize(size, 0),
            }
        }
    }

    /// A failed sync, in the worst case: some of the unconfirmed is durable, the rest is still visible but
    /// never will be (a kernel reports a failed write-back once and then considers the pages clean).
    pub fn sync_badly(&mut self, dice: &mut Dice) {
        let survival = Survival { sector: 4096, percent: 50, names_in_order: true };
        self.durable = self.survivor(dice, &survival).durable;
        self.unconfirmed.clear();
    }

    /// The contents after a power cut.
    pub fn survivor(&self, dice: &mut Dice, survival: &Survival) -> Self {
        let mut found = self.durable.clone();
        for change in &self.unconfirmed {
            match change {
                Change::Size(size) => {
                    if dice.chance(survival.percent) {
                        found.resize(*size, 0);
                    }
                }
                Change::Bytes { offset, bytes } => {
                    let mut at = 0;
                    while at < bytes.len() {
                        let sector_ends = (offset + at) / survival.sector * survival.sector + survival.sector;
                        let end = bytes.len().min(sector_ends - offset);
                        if dice.chance(survival.percent) {
                            place(&mut found, offset + at, &bytes[at..end]);
                        }
                        at = end;
                    }
                }
            }
        }
        Self { seen: found.clone(), durable: found, unconfirmed: Vec::new() }
    }
}

fn place(file: &mut Vec<u8>, offset: usize, bytes: &[u8]) {
    if file.len() < offset + bytes.len() {
        file.resize(offset + bytes.len(), 0);
    }
    file[offset..offset + bytes.len()].copy_from_slice(bytes);
}
