//! The process to capture, and the check that the caller may see it.
//!
//! A file capability goes over the kernel's own rules, so the rules are restored here: the caller's real user is
//! the target's real, effective and saved user, the same for the group, the target is dumpable, and both live in
//! the same user and process namespaces. Everything is read through one directory handle of `/proc/PID`, which
//! never leads to another process, however often the number is reused.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

use super::proc_files;
use crate::outcome::Outcome;

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
        // SAFETY: pidfd_open takes two numbers.
        let handle = unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) };
        let handle = match libc::c_int::try_from(handle) {
            // SAFETY: the kernel just gave us this handle, nobody else owns it.
            Ok(handle) if handle >= 0 => unsafe { OwnedFd::from_raw_fd(handle) },
            _ => {
                return Err(match io::Error::last_os_error().raw_os_error() {
                    Some(libc::ESRCH) => Outcome::gone(pid),
                    // Kernels older than 6.9 say "invalid" to a thread's id, newer ones "no entry".
                    Some(libc::EINVAL | libc::ENOENT) => Outcome::refused(
                        "not-a-process",
                        format!(
                            "{pid} is a thread, not a process; give its process with --pid and it with --tid"
                        ),
                    ),
                    _ => Outcome::failed("opening the process"),
                });
            }
        };
        let directory = proc_files::open_dir(&format!("/proc/{pid}")).map_err(|_| Outcome::gone(pid))?;
        let mut target = Self { pid, start_ticks: 0, pidfd: handle, directory };
        target.start_ticks = target.read_start_ticks()?;
        // Alive after the directory was opened: so handle and directory are one and the same process.
        target.require_alive()?;
        Ok(target)
    }

    /// `/proc/PID`.
    pub fn directory(&self) -> BorrowedFd<'_> {
        self.directory.as_fd()
    }

    /// Opens the mapping list. The kernel checks users, groups and dumpability here, at the opening.
    pub fn open_maps(&self) -> Result<File, Outcome> {
        proc_files::open_file(self.directory(), "maps")
            .map_err(|error| self.refusal_of(&error, "its mapping list"))
    }

    /// Refuses unless the caller may see this process.
    pub fn check(&self) -> Result<(), Outcome> {
        self.require_alive()?;
        let status = self.text("status")?;
        // SAFETY: these read our own ids and touch no memory.
        let (user, group) = unsafe { (libc::getuid(), libc::getgid()) };
        require_same(&status, "Uid:", user, "other-user", "user")?;
        require_same(&status, "Gid:", group, "other-group", "group")?;
        self.require_dumpable(user)?;
        self.require_same_namespace("ns/user", "user")?;
        self.require_same_namespace("ns/pid", "process")?;
        match first_number(&status, "TracerPid:") {
            // SAFETY: reads our own process id.
            Some(tracer) if tracer != 0 && i64::from(unsafe { libc::getpid() }) != i64::from(tracer) => {
                Err(Outcome::refused(
                    "already-traced",
                    format!("process {} is being traced by process {tracer} (a debugger, strace?)", self.pid),
                ))
            }
            _ => Ok(()),
        }
    }

    /// The same check once more, while nothing can run: is it still the process that was checked first?
    pub fn check_again(&self) -> Result<(), Outcome> {
        self.check()?;
        if self.read_start_ticks()? == self.start_ticks { Ok(()) } else { Err(Outcome::gone(self.pid)) }
    }

    /// Refuses a process that has ended.
    pub fn require_alive(&self) -> Result<(), Outcome> {
        let mut poll = libc::pollfd { fd: self.pidfd.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one pollfd of ours is passed with the count one; a zero timeout returns at once.
        match unsafe { libc::poll(&raw mut poll, 1, 0) } {
            0 => Ok(()),
            1 => Err(Outcome::gone(self.pid)),
            _ => Err(Outcome::failed("asking whether the process lives")),
        }
    }

    /// What went wrong when a file of this process could not be read.
    pub fn refusal_of(&self, error: &io::Error, what: &str) -> Outcome {
        match error.raw_os_error() {
            Some(libc::ESRCH | libc::ENOENT) => Outcome::gone(self.pid),
            Some(libc::EACCES | libc::EPERM) => Outcome::refused(
                "not-readable",
                format!(
                    "the kernel does not let this user read {what} of process {}: it is not dumpable, \
                     or it holds privileges that this user lacks",
                    self.pid
                ),
            ),
            _ => Outcome {
                kind: crate::outcome::Kind::Failed,
                code: "syscall",
                sentence: format!("reading {what} of process {} failed: {error}", self.pid),
            },
        }
    }

    fn read_start_ticks(&self) -> Result<u64, Outcome> {
        let stat = self.text("stat")?;
        stat_fields(&stat)
            .and_then(|fields| fields.start_ticks)
            .ok_or_else(|| Outcome::refused("unreadable-proc", "/proc/PID/stat has a form not known here"))
    }

    fn require_same_namespace(&self, name: &str, kind: &str) -> Result<(), Outcome> {
        let own = proc_files::open_dir("/proc/self")
            .and_then(|own| proc_files::identity(own.as_fd(), name))
            .map_err(|error| Outcome {
                kind: crate::outcome::Kind::Failed,
                code: "syscall",
                sentence: format!("reading our own {kind} namespace failed: {error}"),
            })?;
        let theirs = proc_files::identity(self.directory(), name)
            .map_err(|error| self.refusal_of(&error, &format!("the {kind} namespace")))?;
        if own == theirs {
            Ok(())
        } else {
            Err(Outcome::refused(
                "other-namespace",
                format!("process {} lives in another {kind} namespace (a container?)", self.pid),
            ))
        }
    }

    /// The files of an undumpable process belong to root. Root's own processes look the same either way; for them
    /// the kernel's check at the opening of `maps` must do.
    fn require_dumpable(&self, user: u32) -> Result<(), Outcome> {
        let maps = self.open_maps()?;
        let owner = owner_of(&maps)?;
        if owner == user {
            Ok(())
        } else {
            Err(Outcome::refused(
                "not-dumpable",
                format!("process {} has made itself undumpable, which forbids reading its memory", self.pid),
            ))
        }
    }

    fn text(&self, name: &str) -> Result<String, Outcome> {
        proc_files::read(self.directory(), name)
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .map_err(|error| self.refusal_of(&error, name))
    }
}

fn owner_of(file: &File) -> Result<u32, Outcome> {
    use std::os::unix::fs::MetadataExt;
    file.metadata()
        .map(|metadata| metadata.uid())
        .map_err(|_| Outcome::failed("asking who owns the mapping list"))
}

/// Real, effective and saved id of a status line, each equal to ours.
fn require_same(status: &str, key: &str, ours: u32, code: &'static str, what: &str) -> Result<(), Outcome> {
    let line = status.lines().find_map(|line| line.strip_prefix(key));
    let ids: Option<Vec<u32>> =
        line.map(|line| line.split_whitespace().take(3).filter_map(|id| id.parse().ok()).collect());
    match ids.as_deref() {
        Some([real, effective, saved]) if [real, effective, saved].iter().all(|id| **id == ours) => Ok(()),
        Some([real, effective, saved]) => Err(Outcome::refused(
            code,
            format!(
                "the process runs as {what} {real} (effective {effective}, saved {saved}) and the caller is {what} {ours}"
            ),
        )),
        _ => Err(Outcome::refused("unreadable-proc", format!("/proc/PID/status has no full {key} line"))),
    }
}

fn first_number(status: &str, key: &str) -> Option<i32> {
    status.lines().find_map(|line| line.strip_prefix(key))?.trim().parse().ok()
}

/// What is used of a `stat` line.
#[derive(Debug, PartialEq, Eq)]
pub struct StatFields<'a> {
    /// The name between the outermost parentheses; it may itself hold parentheses and spaces.
    pub name: &'a str,
    /// The state letter.
    pub state: u8,
    /// Field 22: the start in clock ticks since boot.
    pub start_ticks: Option<u64>,
}

/// Splits a `stat` line of a process or thread.
pub fn stat_fields(line: &str) -> Option<StatFields<'_>> {
    let open = line.find('(')?;
    let close = line.rfind(')')?;
    let name = line.get(open + 1..close)?;
    let mut fields = line.get(close + 1..)?.split_ascii_whitespace();
    let state = *fields.next()?.as_bytes().first()?;
    // Field 3 was just taken; field 22 is eighteen further on.
    Some(StatFields { name, state, start_ticks: fields.nth(18).and_then(|ticks| ticks.parse().ok()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stat_line_is_split_around_any_name() {
        let line = "7 (a) b (c)) S 1 7 7 0 -1 4194560 1 0 0 0 3 4 0 0 20 0 9 0 55555 1 2 3";
        let fields = stat_fields(line).unwrap();
        assert_eq!(fields, StatFields { name: "a) b (c)", state: b'S', start_ticks: Some(55555) });
        assert_eq!(stat_fields("7 nonsense"), None);
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
            // SAFETY: pidfd_open takes two numbers; the handle is ours alone.
            let pidfd = unsafe {
                let handle = libc::syscall(libc::SYS_pidfd_open, libc::getpid(), 0);
                OwnedFd::from_raw_fd(libc::c_int::try_from(handle).unwrap())
            };
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
                let _ = proc_files::numbers_in(target.directory(), "task");
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
