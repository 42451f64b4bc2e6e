//! The capture itself: check, list, seize, stop, check again, copy, detach, check once more.

use std::fs::File;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::arguments::CaptureOrder;
use super::capabilities::{NOTHING, TRACING, put_in_force};
use super::memory::{self, Mappings};
use super::outcome::{Outcome, failed};
use super::snapshot::{self, Tag, record};
use super::target::{Program, Target};
use super::traced_threads::{ThreadState, TracedThreads};
use super::watchdog::Watchdog;

/// The maximum number of threads in one capture.
const MOST_THREADS: usize = 4096;
/// Bytes copied of one stack: deeper ones end marked as cut.
const MOST_OF_ONE_STACK: usize = 256 * 1024;
/// Stack bytes of all threads together.
const MOST_STACK_BYTES: usize = 64 * 1024 * 1024;
/// Most stacks in use are smaller than this.
const USUAL_STACK: usize = 16 * 1024;
/// No thread takes more in addition to its stack: its `stat` line, its registers, three records' heads.
const BESIDE_A_STACK: usize = 2 * 1024;
/// Only threads that are not stopped yet start new ones, so a few rounds find them all.
const MOST_ROUNDS: usize = 16;

/// Captures a process and gives its snapshot. On return, with or without an error, no thread is stopped.
pub fn take(order: &CaptureOrder) -> Result<Vec<u8>, Outcome> {
    take_observed(order, |_| ())
}

/// The steps after which a test can change the target.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Checked and listed, not stopped yet.
    Listed,
    /// Copied and detached.
    Detached,
}

fn take_observed(order: &CaptureOrder, mut after: impl FnMut(Step)) -> Result<Vec<u8>, Outcome> {
    let target = Target::open(order.pid)?;
    let program = target.check()?;
    // Opened while our capability is lowered: the kernel's own rules decide.
    let maps = target.read("maps")?;
    if maps.is_empty() {
        let because = "has no memory of its own (a kernel thread, or it is just ending)";
        return Err(target.refused("no-user-memory", because));
    }
    let mut capture = Capture::of(order, &target, &maps);
    capture.list()?;
    let likely = maps.len() + capture.tids.len() * USUAL_STACK;
    capture.snapshot = snapshot::begin(likely, maps.len() + MOST_THREADS * BESIDE_A_STACK + MOST_STACK_BYTES);
    record(&mut capture.snapshot, Tag::Maps, order.pid, 0, &maps);
    after(Step::Listed);
    let watchdog = Watchdog::arm()?;
    // On a separate thread: the kernel detaches everything that it still traces when it ends. This program
    // may run as long as the reader of the snapshot is slow.
    let threads = std::thread::scope(|scope| {
        let tracing = std::thread::Builder::new().spawn_scoped(scope, || capture.stop_and_copy(&program));
        let tracing = tracing.map_err(failed("starting the thread that traces"))?;
        tracing.join().expect("a panic ends the program where it happens")
    })?;
    drop(watchdog);
    after(Step::Detached);
    // A thread that could not be stopped may have replaced the program while the others were copied: such a
    // copy is discarded. The check comes after all threads are detached, so that it does not stop them longer;
    // an exec is not undone, so it is found.
    target.check_same(&program)?;
    if threads == 0 { Err(Outcome::gone(order.pid)) } else { Ok(capture.snapshot) }
}

/// The state of one capture.
struct Capture<'a> {
    order: &'a CaptureOrder,
    target: &'a Target,
    mappings: Mappings,
    /// The selected threads of the last listing.
    tids: Vec<i32>,
    /// How many were listed in all.
    threads_listed: usize,
    snapshot: Vec<u8>,
}

impl<'a> Capture<'a> {
    fn of(order: &'a CaptureOrder, target: &'a Target, maps: &[u8]) -> Self {
        let mappings = Mappings::of(maps);
        Self { order, target, mappings, tids: Vec::new(), threads_listed: 0, snapshot: Vec::new() }
    }

    /// Returns the number of threads that were copied.
    fn stop_and_copy(&mut self, program: &Program) -> Result<usize, Outcome> {
        put_in_force(TRACING)?;
        let mut traced = TracedThreads::default();
        self.stop_every_thread(&mut traced)?;
        let memory = self.target.file("mem")?;
        // Permanently: stopped threads and open files need no capability. And the kernel checks again without it.
        put_in_force(NOTHING)?;
        self.target.check_same(program)?;
        let taken_at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let threads = self.copy(&traced, &memory);
        let first_interrupt = traced.first_interrupt;
        drop(traced);
        let pause = first_interrupt.map_or(Duration::ZERO, |since| since.elapsed());
        let times = [taken_at, pause].map(|span| (span.as_nanos() as u64).to_le_bytes());
        let listed = self.threads_listed as u64;
        record(&mut self.snapshot, Tag::End, self.order.pid, listed, times.as_flattened());
        Ok(threads)
    }

    /// Lists the threads of the process, and keeps the selected ones.
    fn list(&mut self) -> Result<(), Outcome> {
        let requested = &self.order.tids;
        self.tids = self.target.threads()?;
        self.threads_listed = self.tids.len();
        self.tids.retain(|tid| requested.is_empty() || requested.contains(tid));
        if self.tids.is_empty() && !requested.is_empty() {
            let because = "has none of the selected threads (they may have ended)";
            return Err(self.target.refused("no-such-thread", because));
        }
        if self.tids.len() > MOST_THREADS {
            let all = self.threads_listed;
            let because = format!("has {all} threads; select at most {MOST_THREADS} with --tid");
            return Err(self.target.refused("too-many-threads", &because));
        }
        Ok(())
    }

    /// Seizes and stops until a listing shows no thread that is not known.
    fn stop_every_thread(&mut self, traced: &mut TracedThreads) -> Result<(), Outcome> {
        for _ in 0..MOST_ROUNDS {
            self.list()?;
            let new: Vec<i32> =
                self.tids.iter().copied().filter(|tid| traced.state(*tid).is_none()).collect();
            if new.is_empty() {
                return Ok(());
            }
            for &tid in &new {
                // One that has ended meanwhile has none.
                let stat = self.target.read(&format!("task/{tid}/stat")).unwrap_or_default();
                record(&mut self.snapshot, Tag::Stat, tid, 0, &stat);
            }
            for &tid in &new {
                self.seize(traced, tid)?;
            }
            traced.stop_all();
        }
        // The process starts threads faster than they can be stopped: those stopped so far are copied. The list
        // must be later than the last stop.
        self.list()
    }

    fn seize(&self, traced: &mut TracedThreads, tid: i32) -> Result<(), Outcome> {
        match traced.seize(tid) {
            Ok(()) => {}
            // The kernel says "not permitted" of a thread that is just ending, too.
            Err(_) if self.target.has_ended(tid) => traced.add_ended(tid),
            Err(error) if error.raw_os_error() == Some(libc::EPERM) => {
                let because = format!("the kernel does not let this program stop thread {tid}");
                return Err(Outcome::refused("seize-denied", because));
            }
            Err(error) => return Err(failed("seizing a thread")(error)),
        }
        Ok(())
    }

    /// Copies stopped threads that are in the last list: one that was stopped before that list was made and is
    /// not in it belongs to another process, which got the number of a thread that had ended.
    fn copy(&mut self, traced: &TracedThreads, memory: &File) -> usize {
        let mut buffer = vec![0; MOST_OF_ONE_STACK];
        let (mut threads, mut stack_bytes_left) = (0, MOST_STACK_BYTES);
        for &tid in &self.tids {
            match traced.state(tid) {
                Some(ThreadState::Stopped(_)) => {
                    let registers = memory::registers(tid);
                    let words = registers.as_slice().as_flattened();
                    record(&mut self.snapshot, Tag::Registers, tid, 0, words.as_flattened());
                    if let Some(registers) = registers {
                        let limit = MOST_OF_ONE_STACK.min(stack_bytes_left);
                        let used = self.mappings.used_stack(memory::stack_pointer(&registers), limit);
                        let stack = memory::copy(memory, used.clone(), &mut buffer);
                        stack_bytes_left -= stack.len();
                        record(&mut self.snapshot, Tag::Stack, tid, used.start, stack);
                    }
                }
                Some(ThreadState::Unstoppable) => record(&mut self.snapshot, Tag::Unstoppable, tid, 0, &[]),
                // It ended, or it was created too late to be stopped.
                _ => continue,
            }
            threads += 1;
        }
        threads
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::process::{Child, Command, Stdio};

    use super::*;

    /// A shell that executes another program on request.
    struct Shell(Child);

    impl Shell {
        fn start() -> Self {
            Self(Command::new("sh").stdin(Stdio::piped()).spawn().unwrap())
        }

        fn order(&self) -> CaptureOrder {
            CaptureOrder { pid: i32::try_from(self.0.id()).unwrap(), ..CaptureOrder::default() }
        }

        /// Replaces its program, with the same user, and waits until that is done.
        fn exec(&self) {
            writeln!(self.0.stdin.as_ref().unwrap(), "exec sleep 1000").unwrap();
            let comm = format!("/proc/{}/comm", self.0.id());
            while std::fs::read_to_string(&comm).unwrap() != "sleep\n" {
                std::thread::yield_now();
            }
        }
    }

    impl Drop for Shell {
        fn drop(&mut self) {
            self.0.kill().unwrap();
            self.0.wait().unwrap();
        }
    }

    /// The lists and the copy would be of two programs. As the user is the same, comparing users does not
    /// show it.
    #[test]
    fn a_process_that_starts_another_program_between_check_and_stop_is_refused() {
        let shell = Shell::start();
        let taken = take_observed(&shell.order(), |step| {
            if step == Step::Listed {
                shell.exec();
            }
        });
        assert_eq!(taken.unwrap_err().code, "target-changed");
    }

    #[test]
    fn a_copy_is_discarded_when_the_process_started_another_program_meanwhile() {
        let shell = Shell::start();
        let taken = take_observed(&shell.order(), |step| {
            if step == Step::Detached {
                shell.exec();
            }
        });
        assert_eq!(taken.unwrap_err().code, "target-changed");
        // The same process, now at rest.
        assert!(take(&shell.order()).unwrap().starts_with(b"RKSTACKS"));
    }

    /// Between the listing and the seize a thread may end and its number pass to a process of another user,
    /// which the capability allows to seize: none of its registers may be copied, and it continues.
    #[test]
    fn a_thread_of_another_process_with_a_reused_number_is_not_copied() {
        let sleeper = || std::process::Command::new("sleep").arg("1000").spawn().unwrap();
        let mut children = [sleeper(), sleeper()];
        let [ours, other] = [&children[0], &children[1]].map(|child| i32::try_from(child.id()).unwrap());
        let target = Target::open(ours).unwrap();
        let order = CaptureOrder { pid: ours, ..CaptureOrder::default() };
        let mut capture = Capture::of(&order, &target, b"");
        let watchdog = Watchdog::arm().unwrap();
        let mut traced = TracedThreads::default();
        // As if the other's number had been in the first list.
        traced.seize(other).unwrap();
        capture.stop_every_thread(&mut traced).unwrap();
        let states = [ours, other].map(|tid| traced.state(tid));
        let threads = capture.copy(&traced, &target.file("mem").unwrap());
        drop(traced);
        drop(watchdog);
        let goes_on = std::fs::read_to_string(format!("/proc/{other}/status")).unwrap();
        for child in &mut children {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        assert_eq!(states, [Some(ThreadState::Stopped(0)); 2]);
        assert_eq!(threads, 1);
        // Every record says whose it is, behind its tag.
        let holds = |tag: Tag, tid: i32| {
            let head = [tag as i32, tid].map(i32::to_le_bytes);
            capture.snapshot.windows(8).any(|bytes| bytes == head.as_flattened())
        };
        assert!(holds(Tag::Registers, ours) && holds(Tag::Stack, ours));
        assert!(!holds(Tag::Registers, other) && !holds(Tag::Stack, other));
        assert!(goes_on.contains("TracerPid:\t0"), "{goes_on}");
    }
}
