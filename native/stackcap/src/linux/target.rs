//! The process to capture, and the check that the caller may see it.
//!
//! A file capability goes over the kernel's own rules, so the rules are restored here: the caller's real user is
//! the target's real, effective and saved user, the same for the group, the target is dumpable, and both live in
//! the same user and process namespaces. Everything is read through one directory handle of `/proc/PID`, which
//! never leads to another process, however often the number is reused.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, getgid, getuid, pidfd_open};
use rustix::thread::gettid;

use super::outcome::{OrFailed, Outcome};
use super::proc_files;

const AT_ONCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

/// A process that was there when it was opened.
#[derive(Debug)]
pub struct Target {
    /// Its id.
    pub pid: i32,
    /// When it started, in clock ticks since boot.
    pub start_ticks: u64,
    pidfd: OwnedFd,
    directory: OwnedFd,
}

impl Target {
    /// Opens the process.
    pub fn open(pid: i32) -> Result<Self, Outcome> {
        let opened = Pid::from_raw(pid).ok_or(Errno::SRCH).and_then(|id| pidfd_open(id, PidfdFlags::empty()));
        let pidfd = opened.map_err(|error| match error {
            Errno::SRCH => Outcome::gone(pid),
            // Kernels older than 6.9 say "invalid" to a thread's id, newer ones "no entry".
            Errno::INVAL | Errno::NOENT => Outcome::refused(
                "not-a-process",
                format!("{pid} is a thread, not a process; give its process with --pid and it with --tid"),
            ),
            other => Outcome::failed("syscall", "opening the process", other),
        })?;
        let directory = proc_files::open_dir(&format!("/proc/{pid}"))
            .map_err(|error| refusal_of(pid, &error, "the directory"))?;
        let mut target = Self { pid, start_ticks: 0, pidfd, directory };
        target.start_ticks = target.read_start_ticks()?;
        // Alive after the directory was opened: so handle and directory are one and the same process.
        target.require_alive()?;
        Ok(target)
    }

    /// `/proc/PID`.
    pub fn directory(&self) -> BorrowedFd<'_> {
        self.directory.as_fd()
    }

    /// Reads a file of this process. Of `maps`, the kernel checks users, groups and dumpability at the opening.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, Outcome> {
        proc_files::read(self.directory(), name).map_err(|error| refusal_of(self.pid, &error, name))
    }

    /// Lists its threads in order; the list's memory is used again.
    pub fn list_threads(&self, tids: &mut Vec<i32>) -> Result<(), Outcome> {
        proc_files::numbers_in(self.directory(), "task", tids)
            .map_err(|error| refusal_of(self.pid, &error, "the thread list"))
    }

    /// Refuses unless the caller may see this process.
    pub fn check(&self) -> Result<(), Outcome> {
        self.require_alive()?;
        let status = self.read("status")?;
        let status = String::from_utf8_lossy(&status);
        require_same(&status, "Uid:", getuid().as_raw(), "other-user", "user")?;
        require_same(&status, "Gid:", getgid().as_raw(), "other-group", "group")?;
        self.require_dumpable()?;
        self.require_same_namespace("ns/user", "user")?;
        self.require_same_namespace("ns/pid", "process")?;
        // One number per namespace from that of `/proc` down to the process's own: more than one, and the numbers in
        // `/proc` are not those that the system calls here go by.
        if ids(&status, "NSpid:").is_some_and(|ids| ids.len() > 1) {
            return Err(self.in_another_namespace("process"));
        }
        match ids(&status, "TracerPid:").as_deref() {
            Some([0]) => Ok(()),
            Some([tracer]) if i64::from(*tracer) == i64::from(gettid().as_raw_pid()) => Ok(()),
            Some([tracer]) => Err(self.refused(
                "already-traced",
                &format!("is being traced by process {tracer} (a debugger, strace?)"),
            )),
            _ => Err(no_full_line("TracerPid:")),
        }
    }

    /// The same check once more, while nothing can run: is it still the process that was checked first?
    pub fn check_again(&self) -> Result<(), Outcome> {
        self.check()?;
        if self.read_start_ticks()? == self.start_ticks { Ok(()) } else { Err(Outcome::gone(self.pid)) }
    }

    /// Refuses a process that has ended.
    fn require_alive(&self) -> Result<(), Outcome> {
        let ended = poll(&mut [PollFd::new(&self.pidfd, PollFlags::IN)], Some(&AT_ONCE));
        match ended.or_failed("asking whether the process lives")? {
            0 => Ok(()),
            _ => Err(Outcome::gone(self.pid)),
        }
    }

    fn read_start_ticks(&self) -> Result<u64, Outcome> {
        stat_fields(&self.read("stat")?)
            .and_then(|fields| fields.start_ticks)
            .ok_or_else(|| Outcome::refused("unreadable-proc", "/proc/PID/stat has a form not known here"))
    }

    fn require_same_namespace(&self, name: &str, kind: &str) -> Result<(), Outcome> {
        let ours = proc_files::open_dir("/proc/self").and_then(|own| proc_files::identity(own, name));
        let theirs = proc_files::identity(self.directory(), name)
            .map_err(|error| refusal_of(self.pid, &error, &format!("the {kind} namespace")))?;
        if ours.or_failed(&format!("reading our own {kind} namespace"))? == theirs {
            Ok(())
        } else {
            Err(self.in_another_namespace(kind))
        }
    }

    fn in_another_namespace(&self, kind: &str) -> Outcome {
        self.refused("other-namespace", &format!("lives in another {kind} namespace (a container?)"))
    }

    /// A rule says no to this process.
    pub fn refused(&self, code: &'static str, because: &str) -> Outcome {
        Outcome::refused(code, format!("process {} {because}", self.pid))
    }

    /// The files of an undumpable process belong to root. Root's own processes look the same either way; for them
    /// the kernel's check at the opening of `maps` must do.
    fn require_dumpable(&self) -> Result<(), Outcome> {
        let owner =
            proc_files::open_file(self.directory(), "maps").and_then(|maps| Ok(maps.metadata()?.uid()));
        if owner.map_err(|error| refusal_of(self.pid, &error, "maps"))? == getuid().as_raw() {
            Ok(())
        } else {
            Err(self.refused("not-dumpable", "has made itself undumpable, which forbids reading its memory"))
        }
    }
}

/// What went wrong when something of a process could not be read.
fn refusal_of(pid: i32, error: &io::Error, what: &str) -> Outcome {
    match error.raw_os_error() {
        Some(libc::ESRCH | libc::ENOENT) => Outcome::gone(pid),
        Some(libc::EACCES | libc::EPERM) => Outcome::refused(
            "not-readable",
            format!(
                "the kernel does not let this user read {what} of process {pid}: it is not dumpable, \
                 or it holds privileges that this user lacks"
            ),
        ),
        _ => Outcome::failed("syscall", &format!("reading {what} of process {pid}"), error),
    }
}

/// Real, effective and saved id of a status line, each equal to ours.
fn require_same(status: &str, key: &str, ours: u32, code: &'static str, what: &str) -> Result<(), Outcome> {
    match ids(status, key).as_deref() {
        Some([real, effective, saved, ..]) if [real, effective, saved] == [&ours; 3] => Ok(()),
        Some([real, effective, saved, ..]) => Err(Outcome::refused(
            code,
            format!(
                "the process runs as {what} {real} (effective {effective}, saved {saved}) and the caller is {what} {ours}"
            ),
        )),
        _ => Err(no_full_line(key)),
    }
}

fn no_full_line(key: &str) -> Outcome {
    Outcome::refused("unreadable-proc", format!("/proc/PID/status has no full {key} line"))
}

/// The numbers of a status line; none where the line is missing or holds anything else.
fn ids(status: &str, key: &str) -> Option<Vec<u32>> {
    let line = status.lines().find_map(|line| line.strip_prefix(key))?;
    line.split_whitespace().map(|id| id.parse().ok()).collect()
}

/// What is used of a `stat` line.
#[derive(Debug, PartialEq, Eq)]
pub struct StatFields {
    /// The name between the outermost parentheses; it may itself hold parentheses and spaces.
    pub name: Vec<u8>,
    /// The state letter.
    pub state: u8,
    /// Field 22: the start in clock ticks since boot.
    pub start_ticks: Option<u64>,
}

/// Splits a `stat` line of a process or thread.
pub fn stat_fields(line: &[u8]) -> Option<StatFields> {
    let open = line.iter().position(|byte| *byte == b'(')?;
    let close = line.iter().rposition(|byte| *byte == b')')?;
    let mut fields = std::str::from_utf8(line.get(close + 1..)?).ok()?.split_ascii_whitespace();
    let state = *fields.next()?.as_bytes().first()?;
    // Field 3 was just taken; field 22 is eighteen further on.
    let start_ticks = fields.nth(18).and_then(|ticks| ticks.parse().ok());
    Some(StatFields { name: line.get(open + 1..close)?.to_vec(), state, start_ticks })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stat_line_is_split_around_any_name() {
        let line = "7 (a) b (c)) S 1 7 7 0 -1 4194560 1 0 0 0 3 4 0 0 20 0 9 0 55555 1 2 3";
        let fields = stat_fields(line.as_bytes()).unwrap();
        assert_eq!(fields, StatFields { name: b"a) b (c)".to_vec(), state: b'S', start_ticks: Some(55555) });
        assert_eq!(stat_fields(b"7 nonsense"), None);
    }

    #[test]
    fn one_differing_id_of_three_is_enough_to_refuse() {
        let status = "Name:\tx\nUid:\t1000\t1000\t0\t1000\nGid:\t1000\t1000\t1000\t1000\n";
        assert_eq!(require_same(status, "Uid:", 1000, "other-user", "user").unwrap_err().code, "other-user");
        assert!(require_same(status, "Gid:", 1000, "other-group", "group").is_ok());
        assert_eq!(
            require_same("Uid:\t1000\n", "Uid:", 1000, "other-user", "user").unwrap_err().code,
            "unreadable-proc"
        );
    }

    #[test]
    fn a_line_of_numbers_holds_nothing_else() {
        assert_eq!(ids("Name:\tx\nNSpid:\t70\t1\n", "NSpid:"), Some(vec![70, 1]));
        assert_eq!(ids("TracerPid:\t-1\n", "TracerPid:"), None);
        assert_eq!(ids("Name:\tx\n", "NSpid:"), None);
    }

    #[test]
    fn a_process_that_never_was_is_gone() {
        assert_eq!(Target::open(i32::MAX).unwrap_err().code, "target-gone");
    }

    /// A process that took over the number of one that was checked has another start.
    #[test]
    fn a_recycled_number_is_gone() {
        let mut child = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
        let mut target = Target::open(i32::try_from(child.id()).unwrap()).unwrap();
        let again = target.check_again();
        target.start_ticks += 1;
        let recycled = target.check_again();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(again, Ok(()));
        assert_eq!(recycled.unwrap_err().code, "target-gone");
        assert_eq!(target.check().unwrap_err().code, "target-gone");
    }

    /// The seam: everything is read below one directory handle, so any folder can stand for `/proc/PID`.
    mod hostile_proc {
        use proptest::prelude::*;

        use super::*;

        fn target_in(folder: &std::path::Path) -> Target {
            let pidfd = pidfd_open(rustix::process::getpid(), PidfdFlags::empty()).unwrap();
            let directory = proc_files::open_dir(folder.to_str().unwrap()).unwrap();
            Target { pid: 1, start_ticks: 0, pidfd, directory }
        }

        fn folder() -> std::path::PathBuf {
            use std::sync::atomic::{AtomicU32, Ordering};
            static COUNT: AtomicU32 = AtomicU32::new(0);
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let folder = std::env::temp_dir().join(format!("stackcap-proc-{}-{number}", std::process::id()));
            std::fs::create_dir(&folder).unwrap();
            folder
        }

        /// Lines a kernel could write, lines it never would, and plain noise.
        fn status() -> impl Strategy<Value = Vec<u8>> {
            let line = prop_oneof![
                "(Uid|Gid|TracerPid):\t[0-9]{0,12}(\t[0-9]{0,12}){0,5}\n",
                "(Uid|Gid):[ \t]*(-1|4294967295|4294967296|x|\t)*\n",
                ".{0,40}\n",
            ];
            let noise = proptest::collection::vec(any::<u8>(), 0..64);
            (proptest::collection::vec(line, 0..12), noise)
                .prop_map(|(lines, noise)| [lines.concat().into_bytes(), noise].concat())
        }

        proptest! {
            #![proptest_config(ProptestConfig::with_cases(300))]
            #[test]
            fn is_refused_and_never_panics(
                status in status(),
                stat in "[0-9]{0,9} ?\\(?.{0,20}\\)? ?[A-Z]?( -?[0-9]{0,22}){0,40}",
                maps in proptest::collection::vec(any::<u8>(), 0..400),
                is_folder in any::<bool>(),
            ) {
                let folder = folder();
                std::fs::write(folder.join("status"), status).unwrap();
                std::fs::write(folder.join("stat"), stat).unwrap();
                std::fs::write(folder.join("maps"), maps).unwrap();
                if is_folder {
                    std::fs::create_dir(folder.join("task")).unwrap();
                } else {
                    std::fs::write(folder.join("task"), b"1").unwrap();
                }
                let target = target_in(&folder);
                // It has no namespaces like ours, so no content of the other files may get it through.
                let checked = target.check();
                let _ = target.read_start_ticks();
                let _ = target.list_threads(&mut Vec::new());
                std::fs::remove_dir_all(&folder).unwrap();
                prop_assert!(checked.is_err());
            }
        }

        #[test]
        fn a_file_without_end_is_given_up() {
            let folder = folder();
            std::os::unix::fs::symlink("/dev/zero", folder.join("status")).unwrap();
            let checked = target_in(&folder).check();
            std::fs::remove_dir_all(&folder).unwrap();
            assert_eq!(checked.unwrap_err().code, "syscall");
        }
    }
}
