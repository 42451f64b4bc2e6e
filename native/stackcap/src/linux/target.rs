//! The process to capture, and the check that the caller may see it.
//!
//! A file capability goes over the kernel's own rules, so the rules are restored here: the caller's real user
//! is the target's real, effective and saved user, the same for the group, the target is dumpable, and both
//! live in the same user and process namespaces. Everything is read through one directory handle of
//! `/proc/PID`, which never leads to another process, however often the number is reused.

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;

use rustix::event::Timespec;
use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, openat, statat};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, getgid, getuid, pidfd_open};
use rustix::thread::gettid;

use super::confinement::is_readable;
use super::outcome::{Outcome, failed};
use super::proc_text::{numbers, require_same, stat_field};

/// No file read here is larger; a mapping list of this size belongs to no sane process.
const MOST_BYTES: u64 = 16 * 1024 * 1024;
const READ_ONLY: OFlags = OFlags::RDONLY.union(OFlags::CLOEXEC);
const AT_ONCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 0 };

/// A process that was there when it was opened.
#[derive(Debug)]
pub struct Target {
    /// Its id.
    pub pid: i32,
    pidfd: OwnedFd,
    directory: OwnedFd,
    /// When it started, as `stat` says it.
    start: String,
}

/// The program that a process runs. `exec` changes it, even to the same file, as far as addresses are
/// randomized.
#[derive(Debug, PartialEq, Eq)]
pub struct Program {
    /// Device and inode of its file.
    file: (u64, u64),
    /// Where its code and its first stack begin, as `stat` says it.
    addresses: [String; 2],
}

impl Target {
    /// Opens the process. Handle and directory are known to be one and the same process when it is found
    /// alive after both were opened, which is where every check begins.
    pub fn open(pid: i32) -> Result<Self, Outcome> {
        let opened = Pid::from_raw(pid).ok_or(Errno::SRCH).and_then(|id| pidfd_open(id, PidfdFlags::empty()));
        let pidfd = opened.map_err(|error| match error {
            Errno::SRCH => Outcome::gone(pid),
            // Kernels older than 6.9 say "invalid" to a thread's id, newer ones "no entry".
            Errno::INVAL | Errno::NOENT => Outcome::refused(
                "not-a-process",
                format!("{pid} is a thread, not a process; give its process with --pid and it with --tid"),
            ),
            other => failed("opening the process")(other),
        })?;
        let directory = openat(CWD, format!("/proc/{pid}"), READ_ONLY | OFlags::DIRECTORY, Mode::empty())
            .map_err(|error| unreadable(pid, "the directory", error))?;
        let mut target = Self { pid, pidfd, directory, start: String::new() };
        target.start = target.start()?;
        Ok(target)
    }

    /// Opens a file of this process. Of `maps`, the kernel checks users, groups and dumpability at the
    /// opening.
    pub fn file(&self, name: &str) -> Result<File, Outcome> {
        let opened = openat(&self.directory, name, READ_ONLY, Mode::empty());
        Ok(opened.map_err(|error| unreadable(self.pid, name, error))?.into())
    }

    /// Reads a file of this process.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, Outcome> {
        let mut bytes = Vec::with_capacity(16 * 1024);
        let read = self.file(name)?.take(MOST_BYTES + 1).read_to_end(&mut bytes);
        match read.map_err(|error| unreadable(self.pid, name, error))? as u64 {
            0..=MOST_BYTES => Ok(bytes),
            _ => Err(failed(&format!("reading {name}"))("it is larger than any process has reason for")),
        }
    }

    /// Lists its threads.
    pub fn threads(&self) -> Result<Vec<i32>, Outcome> {
        let unreadable = |error| unreadable(self.pid, "the thread list", error);
        let mut tids = Vec::new();
        for entry in Dir::new(self.file("task")?).map_err(unreadable)? {
            let name = entry.map_err(unreadable)?;
            tids.extend(name.file_name().to_str().ok().and_then(|name| name.parse::<i32>().ok()));
        }
        Ok(tids)
    }

    /// Refuses unless this is still the process that was opened and the caller may see it. Gives the program
    /// it runs.
    pub fn check(&self) -> Result<Program, Outcome> {
        if is_readable(&self.pidfd, &AT_ONCE)? || self.start()? != self.start {
            return Err(Outcome::gone(self.pid));
        }
        let status = self.text("status")?;
        require_same(&status, "Uid:", getuid().as_raw(), "other-user", "user")?;
        require_same(&status, "Gid:", getgid().as_raw(), "other-group", "group")?;
        // The files of an undumpable process belong to root. Root's own processes look the same either way;
        // for them the kernel's check at the opening of `maps` must do.
        if self.metadata("maps")?.uid() != getuid().as_raw() {
            let because = "has made itself undumpable, which forbids reading its memory";
            return Err(self.refused("not-dumpable", because));
        }
        let elsewhere = |kind: &str| {
            self.refused("other-namespace", &format!("lives in another {kind} namespace (a container?)"))
        };
        for (kind, name) in [("user", "ns/user"), ("process", "ns/pid")] {
            let ours = std::fs::metadata(format!("/proc/self/{name}"));
            let ours = ours.map_err(failed(&format!("reading our own {kind} namespace")))?;
            let theirs = self.metadata(name)?;
            if (ours.dev(), ours.ino()) != (theirs.dev(), theirs.ino()) {
                return Err(elsewhere(kind));
            }
        }
        // One number per namespace from that of `/proc` down to the process's own: more than one, and the
        // numbers in `/proc` are not those that the system calls here go by.
        numbers::<1>(&status, "NSpid:").map_err(|_| elsewhere("process"))?;
        let [tracer] = numbers(&status, "TracerPid:")?;
        if tracer != 0 && tracer != gettid().as_raw_pid().unsigned_abs() {
            let because = format!("is being traced by process {tracer} (a debugger, strace?)");
            return Err(self.refused("already-traced", &because));
        }
        self.program()
    }

    /// Checks again, and refuses a process that has started another program since.
    pub fn check_same(&self, program: &Program) -> Result<(), Outcome> {
        if self.check()? == *program {
            return Ok(());
        }
        Err(self.refused("target-changed", "started another program while it was captured"))
    }

    /// Read after the users were compared: the kernel shows neither to strangers.
    fn program(&self) -> Result<Program, Outcome> {
        let file = statat(&self.directory, "exe", AtFlags::empty())
            .map_err(|error| unreadable(self.pid, "the program file", error))?;
        let stat = self.text("stat")?;
        let addresses = [26, 28].map(|number| stat_field(&stat, number).unwrap_or_default().to_owned());
        Ok(Program { file: (file.st_dev, file.st_ino), addresses })
    }

    /// Has a thread of this process ended, though it may not have been collected?
    pub fn has_ended(&self, tid: i32) -> bool {
        let stat = self.text(&format!("task/{tid}/stat")).unwrap_or_default();
        matches!(stat_field(&stat, 3), None | Some("Z" | "X"))
    }

    /// A rule says no to this process.
    pub fn refused(&self, code: &'static str, because: &str) -> Outcome {
        Outcome::refused(code, format!("process {} {because}", self.pid))
    }

    fn start(&self) -> Result<String, Outcome> {
        let stat = self.text("stat")?;
        let start = stat_field(&stat, 22).map(str::to_owned);
        start.ok_or_else(|| Outcome::refused("unreadable-proc", "/proc/PID/stat has a form not known here"))
    }

    fn text(&self, name: &str) -> Result<String, Outcome> {
        Ok(String::from_utf8_lossy(&self.read(name)?).into_owned())
    }

    fn metadata(&self, name: &str) -> Result<Metadata, Outcome> {
        self.file(name)?.metadata().map_err(|error| unreadable(self.pid, name, error))
    }
}

/// What went wrong when something of a process could not be read.
fn unreadable(pid: i32, what: &str, error: impl Into<io::Error>) -> Outcome {
    let error = error.into();
    match error.raw_os_error() {
        Some(libc::ESRCH | libc::ENOENT) => Outcome::gone(pid),
        Some(libc::EACCES | libc::EPERM) => {
            let because = "it is not dumpable, or it holds privileges that this user lacks";
            let sentence =
                format!("the kernel does not let this user read {what} of process {pid}: {because}");
            Outcome::refused("not-readable", sentence)
        }
        _ => failed(&format!("reading {what} of process {pid}"))(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_process_is_reported_as_ended() {
        assert_eq!(Target::open(i32::MAX).unwrap_err().code, "target-gone");
    }

    /// A process that took over the number of one that was checked has another start.
    #[test]
    fn another_start_is_another_process() {
        let mut child = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
        let mut target = Target::open(i32::try_from(child.id()).unwrap()).unwrap();
        let again = target.check().map(drop);
        target.start.push('1');
        let recycled = target.check();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(again, Ok(()));
        assert_eq!(recycled.unwrap_err().code, "target-gone");
        assert_eq!(target.check().unwrap_err().code, "target-gone");
    }

    /// The same with a number that really is assigned again, which only root can arrange.
    #[test]
    fn a_recycled_process_id_is_reported_as_ended() {
        let first = child_with_number(0).unwrap();
        let target = Target::open(first).unwrap();
        let before = target.check().map(drop);
        end(first);
        let Some(second) = child_with_number(first) else {
            println!(
                "skipped: a_recycled_process_id_is_reported_as_ended: only root can choose the number of a process"
            );
            return;
        };
        assert_eq!(second, first);
        let answers = [target.check().map(drop), target.read("maps").map(drop), target.file("mem").map(drop)];
        let fresh = Target::open(second).and_then(|target| target.check()).map(drop);
        end(second);
        assert_eq!(before, Ok(()));
        for answer in answers {
            assert_eq!(answer.unwrap_err().code, "target-gone");
        }
        assert_eq!(fresh, Ok(()));
    }

    /// A child that waits to be ended, with that number unless it is 0.
    fn child_with_number(number: i32) -> Option<i32> {
        // SAFETY: zeroed, the structure requests only what is filled in; the child makes system calls only.
        unsafe {
            let mut wish: libc::clone_args = std::mem::zeroed();
            wish.exit_signal = libc::SIGCHLD as u64;
            if number != 0 {
                wish.set_tid = &raw const number as u64;
                wish.set_tid_size = 1;
            }
            match libc::syscall(libc::SYS_clone3, &raw const wish, size_of_val(&wish)) {
                0 => loop {
                    libc::pause();
                },
                child => i32::try_from(child).ok().filter(|child| *child > 0),
            }
        }
    }

    fn end(child: i32) {
        // SAFETY: ends and collects a child of ours.
        unsafe {
            assert_eq!(libc::kill(child, libc::SIGKILL), 0);
            assert_eq!(libc::waitpid(child, std::ptr::null_mut(), 0), child);
        }
    }

    /// The seam: everything is read below one directory handle, so any folder can represent `/proc/PID`.
    mod hostile_proc {
        use proptest::prelude::*;

        use super::*;

        fn target_in(folder: &std::path::Path) -> Target {
            let pidfd = pidfd_open(rustix::process::getpid(), PidfdFlags::empty()).unwrap();
            let directory = openat(CWD, folder, READ_ONLY | OFlags::DIRECTORY, Mode::empty()).unwrap();
            let mut target = Target { pid: 1, pidfd, directory, start: String::new() };
            // Whatever it says of its start, it keeps saying so.
            target.start = target.start().unwrap_or_default();
            target
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
                let _ = target.has_ended(1);
                let _ = target.threads();
                std::fs::remove_dir_all(&folder).unwrap();
                prop_assert!(checked.is_err());
            }
        }

        #[test]
        fn a_file_without_end_is_given_up() {
            let folder = folder();
            std::fs::copy("/proc/self/stat", folder.join("stat")).unwrap();
            std::os::unix::fs::symlink("/dev/zero", folder.join("status")).unwrap();
            let checked = target_in(&folder).check();
            std::fs::remove_dir_all(&folder).unwrap();
            assert_eq!(checked.unwrap_err().code, "syscall");
        }
    }
}
