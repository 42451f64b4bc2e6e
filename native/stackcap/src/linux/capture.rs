//! The capture itself: check, list, seize, stop, check again, copy, let go; then, at leisure, encode.

use std::collections::BTreeMap;
use std::time::{Duration, Instant, SystemTime};

use super::arguments::CaptureOrder;
use super::hold::{Held, Hold};
use super::memory::{Mappings, Registers, StackCopy, copy_stack};
use super::outcome::{OrFailed, Outcome};
use super::snapshot::{Snapshot, Thread, ThreadOutcome};
use super::target::{Target, stat_fields};
use super::watchdog::Watchdog;
use super::{capabilities, confinement};

/// More threads than this are not captured at once.
const MOST_THREADS: usize = 4096;
/// Stack bytes of all threads together.
const MOST_STACK_STORE: usize = 64 * 1024 * 1024;
/// Most stacks in use are smaller than this.
const USUAL_STACK: usize = 16 * 1024;
/// New threads can only come from threads not yet held, so a few rounds find them all.
const MOST_ROUNDS: usize = 16;
/// The state letter of a thread that has none any more.
const UNKNOWN: u8 = b'?';

/// Captures a process and gives the encoded snapshot. On return, with or without an error, nothing is held.
pub fn take(order: &CaptureOrder) -> Result<Vec<u8>, Outcome> {
    let begun = Instant::now();
    // For this thread and the one that it starts.
    confinement::ask_for_short_turns();
    let target = Target::open(order.pid)?;
    target.check()?;
    // Opened while our capability is lowered: the kernel's own rules decide.
    let maps = target.read("maps")?;
    if maps.is_empty() {
        let because = "has no memory of its own (a kernel thread, or it is just ending)";
        return Err(target.refused("no-user-memory", because));
    }
    let mut capture = Capture {
        order,
        target: &target,
        mappings: Mappings::of(&maps),
        tids: Vec::with_capacity(256),
        threads_listed: 0,
        threads: BTreeMap::new(),
        store: Vec::with_capacity(MOST_STACK_STORE),
    };
    capture.list()?;
    for tid in &capture.tids {
        capture.threads.insert(*tid, describe(&target, *tid));
    }
    // Memory is fetched from the kernel at the first touch; that must not happen while others stand still.
    capture.store.resize((capture.tids.len() * USUAL_STACK).min(MOST_STACK_STORE), 0);
    capture.store.clear();

    let watchdog = Watchdog::arm()?;
    // In a thread of its own: whatever that still holds when it ends, the kernel lets go of. This program may live
    // on for as long as somebody is slow to read the snapshot.
    let (taken_at, pause) = std::thread::scope(|scope| {
        let holding = std::thread::Builder::new().spawn_scoped(scope, || capture.hold_and_copy());
        let held = holding.or_failed("starting the thread that holds")?.join();
        held.map_err(|_| Outcome::failed("syscall", "holding", "its thread panicked"))?
    })?;
    drop(watchdog);

    let Capture { threads_listed, mut threads, store, .. } = capture;
    threads.retain(|_, thread| thread.outcome != ThreadOutcome::Ended);
    if threads.is_empty() {
        return Err(Outcome::gone(order.pid));
    }
    let Target { pid, start_ticks, .. } = target;
    let (maps, threads, store, taken_in) = (maps.as_slice(), &threads, store.as_slice(), begun.elapsed());
    Ok(Snapshot { pid, threads_listed, start_ticks, taken_at, pause, taken_in, maps, threads, store }
        .encode())
}

/// What is known of the process so far.
struct Capture<'a> {
    order: &'a CaptureOrder,
    target: &'a Target,
    mappings: Mappings,
    /// The threads listed last that are asked for, in order.
    tids: Vec<i32>,
    /// How many were listed in all.
    threads_listed: usize,
    /// Whoever is not known to be held counts as ended.
    threads: BTreeMap<i32, Thread>,
    store: Vec<u8>,
}

impl Capture<'_> {
    fn hold_and_copy(&mut self) -> Result<(SystemTime, Duration), Outcome> {
        capabilities::raise_tracing().or_failed("raising the ptrace capability")?;
        let mut hold = Hold::new();
        self.stop_every_thread(&mut hold)?;
        // With the capability lowered, as the first time, so that the kernel checks with us.
        capabilities::lower().or_failed("lowering the ptrace capability")?;
        self.target.check_again()?;
        capabilities::raise_tracing().or_failed("raising the ptrace capability again")?;
        let taken_at = SystemTime::now();
        self.copy(&hold);
        let first_interrupt = hold.first_interrupt;
        drop(hold);
        Ok((taken_at, first_interrupt.map(|since| since.elapsed()).unwrap_or_default()))
    }

    /// Lists the threads of the process, and keeps those that are asked for.
    fn list(&mut self) -> Result<(), Outcome> {
        let asked_for = &self.order.tids;
        self.target.list_threads(&mut self.tids)?;
        self.threads_listed = self.tids.len();
        self.tids.retain(|tid| asked_for.is_empty() || asked_for.contains(tid));
        if self.tids.is_empty() && !asked_for.is_empty() {
            let because = "has none of the threads asked for (they may have ended)";
            return Err(self.target.refused("no-such-thread", because));
        }
        if self.tids.len() > MOST_THREADS {
            let all = self.threads_listed;
            let because = format!("has {all} threads; ask for at most {MOST_THREADS} with --tid");
            return Err(self.target.refused("too-many-threads", &because));
        }
        Ok(())
    }

    /// Seizes and stops until a listing shows no thread that is not held.
    fn stop_every_thread(&mut self, hold: &mut Hold) -> Result<(), Outcome> {
        for _ in 0..MOST_ROUNDS {
            self.list()?;
            if !self.seize_new_ones(hold)? {
                return Ok(());
            }
            hold.stop_all();
        }
        // What is held by now is all that can be had of such a process; the list must be later than the last stop.
        self.list()
    }

    fn seize_new_ones(&mut self, hold: &mut Hold) -> Result<bool, Outcome> {
        let mut news = false;
        for &tid in &self.tids {
            if hold.state(tid).is_some() {
                continue;
            }
            self.threads.entry(tid).or_insert_with(|| describe(self.target, tid));
            match hold.seize(tid) {
                Ok(()) => news = true,
                // The kernel says "not permitted" of a thread that is just ending, too.
                Err(_) if matches!(describe(self.target, tid).state, b'Z' | b'X' | UNKNOWN) => {
                    hold.missed(tid)
                }
                Err(error) if error.raw_os_error() == Some(libc::EPERM) => {
                    let because = format!("the kernel does not let this program hold thread {tid}");
                    return Err(Outcome::refused("seize-denied", because));
                }
                Err(error) => return Err(Outcome::failed("syscall", "seizing a thread", error)),
            }
        }
        Ok(news)
    }

    /// Copies what stands still, and nothing that is not in the last list: a thread that was stopped before that list
    /// was made and is not in it belongs to a stranger, who took over the number of one that had ended.
    fn copy(&mut self, hold: &Hold) {
        for tid in &self.tids {
            let Some(thread) = self.threads.get_mut(tid) else { continue };
            thread.outcome = match hold.state(*tid) {
                Some(Held::Stopped { .. }) => ThreadOutcome::NoRegisters,
                Some(Held::Running | Held::Unstoppable) => ThreadOutcome::Unstoppable,
                Some(Held::Ended) | None => ThreadOutcome::Ended,
            };
            if thread.outcome == ThreadOutcome::NoRegisters
                && let Some(registers) = Registers::of(*tid)
            {
                let (at, most) = (registers.stack_pointer(), self.order.stack_bytes);
                thread.stack = copy_stack(self.order.pid, at, &self.mappings, most, &mut self.store);
                thread.registers = Some(registers);
                thread.outcome = ThreadOutcome::Copied;
            }
        }
    }
}

/// What can be told of a thread without stopping it.
fn describe(target: &Target, tid: i32) -> Thread {
    let line = target.read(&format!("task/{tid}/stat")).ok();
    let (name, state) = line
        .and_then(|line| stat_fields(&line))
        .map_or((Vec::new(), UNKNOWN), |fields| (fields.name, fields.state));
    Thread { name, state, outcome: ThreadOutcome::Ended, registers: None, stack: StackCopy::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Between the listing and the seize a thread may end and its number pass to a process of somebody else, whom the
    /// capability lets us seize: not one register of that may be copied, and it goes on.
    #[test]
    fn a_stranger_who_took_over_a_number_is_not_copied() {
        let sleeper = || std::process::Command::new("sleep").arg("1000").spawn().unwrap();
        let mut children = [sleeper(), sleeper()];
        let [ours, stranger] = [&children[0], &children[1]].map(|child| i32::try_from(child.id()).unwrap());
        let target = Target::open(ours).unwrap();
        let order = CaptureOrder::of(ours);
        let mut capture = Capture {
            order: &order,
            target: &target,
            mappings: Mappings::of(b""),
            tids: Vec::new(),
            threads_listed: 0,
            threads: BTreeMap::new(),
            store: Vec::with_capacity(1 << 20),
        };
        // As if the stranger's number had been in the first list.
        capture.threads.insert(stranger, describe(&target, stranger));
        let watchdog = Watchdog::arm().unwrap();
        let mut hold = Hold::new();
        hold.seize(stranger).unwrap();
        capture.stop_every_thread(&mut hold).unwrap();
        let states = [ours, stranger].map(|tid| hold.state(tid));
        capture.copy(&hold);
        drop(hold);
        drop(watchdog);
        let goes_on = std::fs::read_to_string(format!("/proc/{stranger}/status")).unwrap();
        for child in &mut children {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        assert_eq!(states, [Some(Held::Stopped { signal: 0 }); 2]);
        assert_eq!(capture.threads.get(&ours).unwrap().outcome, ThreadOutcome::Copied);
        let strangers = capture.threads.get(&stranger).unwrap();
        assert_eq!(strangers.outcome, ThreadOutcome::Ended);
        assert!(strangers.registers.is_none() && strangers.stack.place.is_empty());
        assert!(goes_on.contains("TracerPid:\t0"), "{goes_on}");
    }
}
