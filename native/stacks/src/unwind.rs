//! Walking a stack: from saved registers and stack bytes to return addresses, by framehop.
//!
//! framehop reads `.eh_frame` where there is one and follows frame pointers elsewhere. Files are brought in
//! only as addresses lead into them. Everything it is fed may be nonsense, so each step is checked: an
//! address must be in code, the stack pointer must not be near zero, and a walk ends after a number of
//! frames.

use std::collections::HashSet;

use framehop::aarch64::{CacheAarch64, PtrAuthMask, UnwindRegsAarch64, UnwinderAarch64};
use framehop::x86_64::{CacheX86_64, UnwindRegsX86_64, UnwinderX86_64};
use framehop::{Error, FrameAddress, Unwinder};

use crate::elf::Bytes;
use crate::maps::Maps;
use crate::modules::{ImageStore, Module, ModuleError, Modules};
use crate::snapshot::{Architecture, RawThread, Registers};

/// Deeper stacks are cut: endless recursion shows its face long before.
const MOST_FRAMES: usize = 512;
/// Nothing is mapped below this address, so a lower stack pointer is invalid.
const LOWEST_STACK: u64 = 4096;

/// The addresses of one stack, innermost first.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Walk {
    /// The program counter, then return addresses.
    pub addresses: Vec<Address>,
    /// Why the truth may be longer.
    pub partial: Option<String>,
}

/// One place on a stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Address {
    /// The value in the register or on the stack.
    pub raw: u64,
    /// Inside the instruction that is meant: for a return address the call before it.
    pub within: u64,
}

/// Walks the stacks of one capture.
pub(crate) struct Walker {
    machine: Machine,
    known: HashSet<u64>,
}

enum Machine {
    X86_64 { unwinder: UnwinderX86_64<Bytes>, cache: CacheX86_64 },
    Aarch64 { unwinder: UnwinderAarch64<Bytes>, cache: CacheAarch64, mask: PtrAuthMask },
}

impl Walker {
    pub fn new(architecture: Architecture, maps: &Maps) -> Self {
        let machine = match architecture {
            Architecture::X86_64 => {
                Machine::X86_64 { unwinder: UnwinderX86_64::new(), cache: CacheX86_64::new() }
            }
            Architecture::Aarch64 => Machine::Aarch64 {
                unwinder: UnwinderAarch64::new(),
                cache: CacheAarch64::new(),
                // Signed return addresses carry their signature above the highest address in use.
                mask: match maps.highest_code_address() {
                    0 => PtrAuthMask::new_no_strip(),
                    highest => PtrAuthMask::from_max_known_address(highest),
                },
            },
        };
        Self { machine, known: HashSet::new() }
    }

    /// Walks one thread's stack.
    pub fn walk(
        &mut self,
        thread: &RawThread<'_>,
        registers: Registers,
        modules: &mut Modules<'_>,
        store: &mut ImageStore,
    ) -> Walk {
        let known = &mut self.known;
        match &mut self.machine {
            Machine::X86_64 { unwinder, cache } => {
                let regs = UnwindRegsX86_64::new(registers.pc, registers.sp, registers.fp);
                steps(
                    unwinder,
                    cache,
                    regs,
                    UnwindRegsX86_64::sp,
                    thread,
                    registers.pc,
                    known,
                    modules,
                    store,
                )
            }
            Machine::Aarch64 { unwinder, cache, mask } => {
                let regs = UnwindRegsAarch64::new_with_ptr_auth_mask(
                    *mask,
                    registers.lr,
                    registers.sp,
                    registers.fp,
                );
                steps(
                    unwinder,
                    cache,
                    regs,
                    UnwindRegsAarch64::sp,
                    thread,
                    registers.pc,
                    known,
                    modules,
                    store,
                )
            }
        }
    }
}

#[expect(clippy::too_many_arguments, reason = "one call site per processor; a struct would only rename them")]
fn steps<U>(
    unwinder: &mut U,
    cache: &mut U::Cache,
    mut regs: U::UnwindRegs,
    stack_pointer: fn(&U::UnwindRegs) -> u64,
    thread: &RawThread<'_>,
    pc: u64,
    known: &mut HashSet<u64>,
    modules: &mut Modules<'_>,
    store: &mut ImageStore,
) -> Walk
where
    U: Unwinder<Module = framehop::Module<Bytes>>,
{
    let mut walk = Walk::default();
    let mut read = |address| thread.stack.word(address).ok_or(());
    let mut at = FrameAddress::from_instruction_pointer(pc);
    loop {
        let Some(module) = modules.at(at.address_for_lookup(), store).cloned() else {
            // A jump to an unmapped address is still a frame; a return to one is not.
            if walk.addresses.is_empty() {
                walk.addresses.push(Address { raw: pc, within: pc });
            }
            walk.note(format!("0x{:x} is not in any code of the process", at.address()));
            return walk;
        };
        walk.addresses.push(Address { raw: at.address(), within: at.address_for_lookup() });
        if walk.addresses.len() == MOST_FRAMES {
            walk.note(format!("only the innermost {MOST_FRAMES} frames are shown"));
            return walk;
        }
        let image = module.image.and_then(|(key, bias)| Some((store.get(key)?, bias)));
        match image {
            Some((image, bias)) if image.has_unwind_tables() => {
                if known.insert(module.start) {
                    unwinder.add_module(framehop::Module::new(
                        String::new(),
                        module.start..module.end,
                        bias,
                        image.unwind_sections(),
                    ));
                }
            }
            _ => walk.note(by_frame_pointers(&module)),
        }
        if stack_pointer(&regs) < LOWEST_STACK {
            walk.note("its stack pointer points to no stack".to_owned());
            return walk;
        }
        match unwinder.unwind_frame(at, &mut regs, cache, &mut read) {
            Ok(Some(address)) => match FrameAddress::from_return_address(address) {
                Some(next) => at = next,
                None => return walk,
            },
            Ok(None) => return walk,
            Err(error) => {
                walk.note(reason(error, thread));
                return walk;
            }
        }
    }
}

impl Walk {
    /// Keeps the first reason; later ones are consequences.
    fn note(&mut self, reason: String) {
        self.partial.get_or_insert(reason);
    }
}

/// Frame pointers may skip a frame or be wrong, so their use is reported.
fn by_frame_pointers(module: &Module) -> String {
    let name = module.path.as_deref().unwrap_or("unnamed memory");
    let why = match &module.error {
        Some(ModuleError::MadeAtRunTime) => {
            return "walked by frame pointers through code made at run time, so a frame may be missing"
                .into();
        }
        Some(ModuleError::Unreadable(reason)) => reason.as_str(),
        None => "it has no unwind tables",
    };
    format!("walked by frame pointers through {name}, so a frame may be missing: {why}")
}

fn reason(error: Error, thread: &RawThread<'_>) -> String {
    match error {
        Error::CouldNotReadStack(address) => {
            let end = thread.stack.address.saturating_add(thread.stack.bytes.len() as u64);
            if thread.stack.bytes.is_empty() {
                "its stack could not be copied".into()
            } else if thread.cut && address >= end {
                format!("only {} KiB of its stack were copied", thread.stack.bytes.len() / 1024)
            } else {
                "the trail left the stack, probably in code without unwind tables or frame pointers".into()
            }
        }
        Error::FramepointerUnwindingMovedBackwards | Error::DidNotAdvance => {
            "the trail turned back on itself, probably in code without unwind tables or frame pointers".into()
        }
        Error::IntegerOverflow => "the unwind tables lead out of memory".into(),
        Error::ReturnAddressIsNull => "the trail ended in a null return address".into(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::snapshot::{RawOutcome, StackBytes};

    #[cfg(target_arch = "x86_64")]
    const OURS: Architecture = Architecture::X86_64;
    #[cfg(target_arch = "aarch64")]
    const OURS: Architecture = Architecture::Aarch64;

    fn walk(
        architecture: Architecture,
        registers: Registers,
        address: u64,
        bytes: &[u8],
        store: &mut ImageStore,
    ) -> Walk {
        let maps = Maps::parse(&std::fs::read("/proc/self/maps").unwrap());
        let mut modules = Modules::new(std::process::id(), &maps);
        let thread = RawThread {
            tid: 1,
            state: b'S',
            outcome: RawOutcome::Copied,
            cut: true,
            name: b"made up",
            registers: Some(registers),
            stack: StackBytes { address, bytes },
        };
        Walker::new(architecture, &maps).walk(&thread, registers, &mut modules, store)
    }

    #[test]
    fn a_thread_that_jumped_to_nowhere_is_one_frame_with_a_reason() {
        let registers = Registers { pc: 0x10, sp: 0x7000_0000, fp: 0, lr: 0 };
        let walk = walk(OURS, registers, 0x7000_0000, &[], &mut ImageStore::default());
        assert_eq!(walk.addresses.len(), 1);
        assert!(walk.partial.unwrap().contains("not in any code"));
    }

    #[test]
    fn a_stack_pointer_to_nothing_ends_the_walk() {
        let pc = walk as *const () as u64;
        let registers = Registers { pc, sp: 0, fp: 0, lr: 0 };
        let walk = walk(OURS, registers, 0, &[], &mut ImageStore::default());
        assert_eq!(walk.addresses, [Address { raw: pc, within: pc }]);
        assert!(walk.partial.unwrap().contains("no stack"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn made_up_stacks_never_panic_and_always_end(
            offset in 0u64..0x40_0000,
            sp in prop_oneof![any::<u64>(), 0x7000_0000u64..0x7000_0100, Just(u64::MAX), Just(u64::MAX - 7)],
            fp in prop_oneof![any::<u64>(), 0x7000_0000u64..0x7000_0400],
            lr_offset in 0u64..0x40_0000,
            words in proptest::collection::vec(prop_oneof![
                any::<u64>(),
                0x7000_0000u64..0x7000_0800,
                (0u64..0x40_0000).prop_map(|offset| walk as *const () as u64 - 0x10_0000 + offset),
            ], 0..256),
            other in any::<bool>(),
        ) {
            let base = walk as *const () as u64 - 0x10_0000;
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            let registers = Registers { pc: base + offset, sp, fp, lr: base + lr_offset };
            let architecture = match (OURS, other) {
                (Architecture::X86_64, true) => Architecture::Aarch64,
                (Architecture::Aarch64, true) => Architecture::X86_64,
                (ours, false) => ours,
            };
            let mut store = ImageStore::default();
            let walk = walk(architecture, registers, 0x7000_0000, &bytes, &mut store);
            prop_assert!(!walk.addresses.is_empty() && walk.addresses.len() <= MOST_FRAMES);
        }
    }
}
