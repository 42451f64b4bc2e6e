//! The few registers that unwinding needs, taken from the kernel's register layouts.

use super::Architecture;

/// Program counter, stack pointer, frame pointer and, on Arm, the link register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Registers {
    pub pc: u64,
    pub sp: u64,
    pub fp: u64,
    pub lr: u64,
}

impl Registers {
    /// Reads `user_regs_struct` (x86-64, 27 words) or `user_pt_regs` (64-bit Arm, 34 words).
    pub fn of(architecture: Architecture, bytes: &[u8]) -> Option<Self> {
        let (words, pc, sp, fp, lr) = match architecture {
            Architecture::X86_64 => (27, 16, 19, 4, None),
            Architecture::Aarch64 => (34, 32, 31, 29, Some(30)),
        };
        if bytes.len() != words * 8 {
            return None;
        }
        let word = |index: usize| {
            bytes.get(index * 8..index * 8 + 8).and_then(|word| word.try_into().ok()).map(u64::from_le_bytes)
        };
        Some(Self {
            pc: word(pc)?,
            sp: word(sp)?,
            fp: word(fp)?,
            lr: match lr {
                Some(index) => word(index)?,
                None => 0,
            },
        })
    }
}
