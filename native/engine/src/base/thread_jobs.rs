//! The current job of each thread of this process. Recorded by the thread, because a stack does not show for
//! which database or request it runs, nor for how long.
//!
//! A thread starts a job with [`begin_job`] and ends it by dropping the returned guard. [`thread_jobs`] reads
//! them for diagnostics. This file does not depend on the kinds of jobs, nor on the readers.

use std::cell::RefCell;
use std::fmt::Write;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// Subjects come from requests too; longer ones are cut.
const MOST_SUBJECT_CHARACTERS: usize = 300;

/// One thread's job at the moment of the call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadJob {
    /// The operating system's thread id.
    pub tid: u32,
    /// `Shop: decide a group, 12 requests`.
    pub text: String,
    /// Since it was begun.
    pub running_for: Duration,
}

/// The description of a job; the text is built only when it is read.
#[derive(Debug, Clone)]
struct Job {
    subject: Arc<str>,
    what: &'static str,
    amount: Option<(u64, &'static str)>,
    begun: Instant,
}

/// One thread's entry in the list.
#[derive(Debug)]
struct Slot {
    tid: u32,
    job: Mutex<Option<Job>>,
}

/// Every live thread that ever began a job.
static SLOTS: Mutex<Vec<Weak<Slot>>> = Mutex::new(Vec::new());

thread_local! {
    static OWN: RefCell<Option<Arc<Slot>>> = const { RefCell::new(None) };
}

/// Keeps the job; dropping it restores the previous one.
#[derive(Debug)]
#[must_use = "the job ends when this is dropped"]
pub struct RunningJob {
    slot: Option<Arc<Slot>>,
    before: Option<Job>,
}

/// Marks this thread as doing `what` for `subject` (a database, a request), with an optional amount.
pub fn begin_job(
    subject: impl Into<Arc<str>>,
    what: &'static str,
    amount: Option<(u64, &'static str)>,
) -> RunningJob {
    let job = Job { subject: subject.into(), what, amount, begun: Instant::now() };
    // The thread is ending and its thread-local value is already dropped.
    let slot = OWN.try_with(|own| own.borrow_mut().get_or_insert_with(Slot::register).clone()).ok();
    let before = slot.as_ref().and_then(|slot| slot.job.lock().replace(job));
    RunningJob { slot, before }
}

/// The threads that have a job now.
pub fn thread_jobs() -> Vec<ThreadJob> {
    let slots: Vec<Arc<Slot>> = {
        let mut slots = SLOTS.lock();
        slots.retain(|slot| slot.strong_count() > 0);
        slots.iter().filter_map(Weak::upgrade).collect()
    };
    slots
        .iter()
        .filter_map(|slot| {
            let job = slot.job.lock().clone()?;
            Some(ThreadJob { tid: slot.tid, text: job.text(), running_for: job.begun.elapsed() })
        })
        .collect()
}

impl Drop for RunningJob {
    fn drop(&mut self) {
        if let Some(slot) = &self.slot {
            *slot.job.lock() = self.before.take();
        }
    }
}

impl Slot {
    fn register() -> Arc<Self> {
        let slot = Arc::new(Self { tid: own_thread_id(), job: Mutex::new(None) });
        let mut slots = SLOTS.lock();
        // Threads of the blocking pool start and end; the list is as long as the number of live threads.
        slots.retain(|known| known.strong_count() > 0);
        slots.push(Arc::downgrade(&slot));
        slot
    }
}

impl Job {
    fn text(&self) -> String {
        let subject: String = self.subject.chars().take(MOST_SUBJECT_CHARACTERS).collect();
        let mut text = match (subject.is_empty(), self.what.is_empty()) {
            (true, _) => self.what.to_owned(),
            (false, true) => subject,
            (false, false) => format!("{subject}: {}", self.what),
        };
        if let Some((count, unit)) = self.amount {
            // Writing to a text cannot fail.
            let _ = write!(text, ", {count} {unit}");
        }
        text
    }
}

#[cfg(target_os = "linux")]
fn own_thread_id() -> u32 {
    // SAFETY: gettid only returns a number.
    u32::try_from(unsafe { libc::gettid() }).unwrap_or(0)
}

#[cfg(windows)]
fn own_thread_id() -> u32 {
    // SAFETY: GetCurrentThreadId only returns a number.
    unsafe { windows_sys::Win32::System::Threading::GetCurrentThreadId() }
}

#[cfg(target_os = "macos")]
fn own_thread_id() -> u32 {
    let mut id = 0;
    // SAFETY: zero is the calling thread, and the id is written to a variable of ours.
    unsafe { libc::pthread_threadid_np(0, &raw mut id) };
    u32::try_from(id).unwrap_or(0)
}

/// Other platforms list no threads; no thread has id zero.
#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
fn own_thread_id() -> u32 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own() -> Option<String> {
        let tid = own_thread_id();
        thread_jobs().into_iter().find(|job| job.tid == tid).map(|job| job.text)
    }

    #[test]
    fn dropping_a_job_restores_the_outer_one() {
        assert_eq!(own(), None);
        let outer = begin_job("GET /databases/Shop/docs", "", None);
        {
            let _inner = begin_job("Shop", "decide a group", Some((12, "requests")));
            assert_eq!(own().as_deref(), Some("Shop: decide a group, 12 requests"));
        }
        assert_eq!(own().as_deref(), Some("GET /databases/Shop/docs"));
        drop(outer);
        assert_eq!(own(), None);
    }

    #[test]
    fn jobs_of_other_threads_are_listed_until_they_end() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let (release, held) = std::sync::mpsc::channel::<()>();
        let thread = std::thread::spawn(move || {
            let _job = begin_job("Other", "wait", None);
            sender.send(own_thread_id()).unwrap();
            held.recv().unwrap_err();
        });
        let tid = receiver.recv().unwrap();
        let job = thread_jobs().into_iter().find(|job| job.tid == tid).unwrap();
        assert_eq!(job.text, "Other: wait");
        drop(release);
        thread.join().unwrap();
        assert!(thread_jobs().iter().all(|job| job.tid != tid));
    }

    #[test]
    fn a_subject_without_end_is_cut() {
        let _job = begin_job("x".repeat(100_000), "", None);
        assert_eq!(own().unwrap().len(), MOST_SUBJECT_CHARACTERS);
    }
}
