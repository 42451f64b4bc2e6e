//! The capture itself: check, list, seize, stop, check again, copy, let go; then, at leisure, encode.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use super::hold::{Held, Hold, Seized};
use super::memory::{self, Mappings, Registers, StackCopy};
use super::snapshot_writer::{Head, Thread, ThreadOutcome, Writer};
use super::target::{Target, stat_fields};
use super::watchdog::Watchdog;
use super::{capabilities, proc_files};
use crate::arguments::CaptureOrder;
use crate::outcome::Outcome;

/// More threads than this are not captured at once.
const MOST_THREADS: usize = 4096;
/// Stack bytes of all threads together.
const MOST_STACK_STORE: usize = 64 * 1024 * 1024;
/// Most stacks in use are smaller than this.
const USUAL_STACK: usize = 16 * 1024;
/// New threads can only come from threads not yet held, so a few rounds find them all.
const MOST_ROUNDS: usize = 16;

/// What was known of a thread before it was stopped.
#[derive(Debug, Clone, Default)]
struct Description {
    name: Vec<u8>,
    state: u8,
}

/// What was copied of a thread while it stood still.
struct Copied {
    tid: i32,
    outcome: ThreadOutcome,
    registers: Option<Registers>,
    stack: StackCopy,
}

/// Captures a process and gives the encoded snapshot. On return, with or without an error, nothing is held.
pub fn take(order: &CaptureOrder) -> Result<Vec<u8>, Outcome> {
    let begun = Instant::now();
    let target = Target::open(order.pid)?;
    target.check()?;
    // Opened while our capability is lowered: the kernel's own rules decide.
    let maps = proc_files::read_all(target.open_maps()?)
        .map_err(|error| target.refusal_of(&error, "its mapping list"))?;
    if maps.is_empty() {
        return Err(Outcome::refused(
            "no-user-memory",
            format!("process {} has no memory of its own (a kernel thread, or it is just ending)", order.pid),
        ));
    }
    let mappings = Mappings::of(&maps);
    let page = memory::page_size()?;
    let mut descriptions = BTreeMap::new();
    let tids = wanted(&target, order)?.wanted;
    let mut store = Vec::with_capacity(MOST_STACK_STORE);
    // Memory is fetched from the kernel at the first touch; that must not happen while others stand still.
    store.resize((tids.len() * USUAL_STACK).min(MOST_STACK_STORE), 0);
    store.clear();
    let mut copied = Vec::with_capacity(tids.len() + 64);
    for tid in tids {
        descriptions.insert(tid, describe(&target, tid));
    }

    // Root keeps what it has; everybody else puts the one capability in force, where the file carries it.
    // SAFETY: reads our own user id.
    if unsafe { libc::getuid() } != 0 {
        capabilities::raise_tracing().map_err(|_| Outcome::failed("raising the ptrace capability"))?;
    }
    let watchdog = Watchdog::arm()?;
    let mut hold = Hold::new();
    let threads_listed = stop_every_thread(&target, order, &mut hold, &mut descriptions)?;
    target.check_again()?;
    let taken_at = SystemTime::now();
    for (tid, held) in hold.threads() {
        copied.push(copy(order, tid, held, &mappings, &mut store, page));
    }
    let first_interrupt = hold.first_interrupt();
    drop(hold);
    let pause = first_interrupt.map(|since| since.elapsed()).unwrap_or_default();
    drop(watchdog);

    if copied.iter().all(|thread| thread.outcome == ThreadOutcome::Ended) {
        return Err(Outcome::gone(order.pid));
    }
    let head = Head {
        pid: order.pid.unsigned_abs(),
        threads_listed: u32::try_from(threads_listed).unwrap_or(u32::MAX),
        start_ticks: target.start_ticks,
        taken_at_ns: taken_at
            .duration_since(UNIX_EPOCH)
            .ok()
            .and_then(|since| u64::try_from(since.as_nanos()).ok())
            .unwrap_or_default(),
        pause_ns: u64::try_from(pause.as_nanos()).unwrap_or(u64::MAX),
        helper_ns: u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX),
    };
    Ok(encode(head, &maps, &mut copied, &descriptions, &store))
}

/// The threads of the process, and those of them that are asked for.
struct Listing {
    all: usize,
    wanted: Vec<i32>,
}

fn wanted(target: &Target, order: &CaptureOrder) -> Result<Listing, Outcome> {
    let mut tids = proc_files::numbers_in(target.directory(), "task")
        .map_err(|error| target.refusal_of(&error, "its thread list"))?;
    let all = tids.len();
    if !order.tids.is_empty() {
        tids.retain(|tid| order.tids.contains(tid));
        if tids.is_empty() {
            return Err(Outcome::refused(
                "no-such-thread",
                format!("process {} has none of the threads asked for (they may have ended)", target.pid),
            ));
        }
    }
    if tids.len() > MOST_THREADS {
        return Err(Outcome::refused(
            "too-many-threads",
            format!("process {} has {all} threads; ask for at most {MOST_THREADS} with --tid", target.pid),
        ));
    }
    Ok(Listing { all, wanted: tids })
}

/// Seizes and stops until a listing shows no thread that is not held; gives the number of threads listed.
fn stop_every_thread(
    target: &Target,
    order: &CaptureOrder,
    hold: &mut Hold,
    descriptions: &mut BTreeMap<i32, Description>,
) -> Result<usize, Outcome> {
    let mut ended = Vec::new();
    let mut listed = 0;
    for _ in 0..MOST_ROUNDS {
        let listing = wanted(target, order)?;
        listed = listing.all;
        let mut news = false;
        for tid in listing.wanted {
            if hold.knows(tid) || ended.contains(&tid) {
                continue;
            }
            descriptions.entry(tid).or_insert_with(|| describe(target, tid));
            match hold.seize(tid)? {
                Seized::Yes => news = true,
                Seized::Ended => ended.push(tid),
            }
        }
        if !news {
            break;
        }
        hold.stop_all();
    }
    if hold.len() == 0 { Err(Outcome::gone(target.pid)) } else { Ok(listed) }
}

fn describe(target: &Target, tid: i32) -> Description {
    let unknown = || Description { name: Vec::new(), state: b'?' };
    let Ok(line) = proc_files::read(target.directory(), &format!("task/{tid}/stat")) else {
        return unknown();
    };
    let line = String::from_utf8_lossy(&line);
    stat_fields(&line).map_or_else(unknown, |fields| Description {
        name: fields.name.as_bytes().to_vec(),
        state: fields.state,
    })
}

fn copy(
    order: &CaptureOrder,
    tid: i32,
    held: Held,
    mappings: &Mappings,
    store: &mut Vec<u8>,
    page: u64,
) -> Copied {
    let outcome = match held {
        Held::Stopped { .. } => ThreadOutcome::Copied,
        Held::Ended => ThreadOutcome::Ended,
        Held::Running | Held::Unstoppable => ThreadOutcome::Unstoppable,
    };
    let without = |outcome| Copied { tid, outcome, registers: None, stack: StackCopy::default() };
    if outcome != ThreadOutcome::Copied {
        return without(outcome);
    }
    let Some(registers) = Registers::of(tid) else { return without(ThreadOutcome::NoRegisters) };
    let stack =
        memory::copy_stack(order.pid, registers.stack_pointer(), mappings, order.stack_bytes, store, page);
    Copied { tid, outcome, registers: Some(registers), stack }
}

fn encode(
    head: Head,
    maps: &[u8],
    copied: &mut [Copied],
    descriptions: &BTreeMap<i32, Description>,
    store: &[u8],
) -> Vec<u8> {
    copied.sort_unstable_by_key(|thread| thread.tid);
    let room = 4096 + maps.len() + store.len() + copied.len() * 512;
    let mut writer = Writer::new(head, maps, room);
    let unknown = Description::default();
    for thread in copied.iter() {
        let description = descriptions.get(&thread.tid).unwrap_or(&unknown);
        let Range { start, end } = thread.stack.place;
        writer.thread(&Thread {
            tid: thread.tid.unsigned_abs(),
            state: description.state,
            outcome: thread.outcome,
            cut: thread.stack.cut,
            name: &description.name,
            registers: thread
                .registers
                .as_ref()
                .map(|registers| registers.bytes.as_slice())
                .unwrap_or_default(),
            stack_address: thread.stack.address,
            stack: store.get(start..end).unwrap_or_default(),
        });
    }
    writer.finish()
}
