//! `--self-test`: does the whole path work on this machine, and what is and is not possible here, and why?
//!
//! A child of our own is captured and let go; then each circumstance that decides over other processes is named, one
//! per line: `stackcap: fact: CODE: yes|no: sentence`. The unprivileged side and a person read the same lines.

use super::{capabilities, capture, confinement, proc_files};
use crate::arguments::{CaptureOrder, DEFAULT_STACK_BYTES};
use crate::outcome::Outcome;

/// Forks a child that sleeps, captures it, goes through the confinement and says what was found.
pub fn run() -> Result<(), Outcome> {
    let sets = capabilities::read().map_err(|_| Outcome::failed("reading our own capabilities"))?;
    let circumstances = Circumstances::here(sets.may_trace());
    // SAFETY: this program has one thread, and the child makes system calls only before it is ended.
    let child = unsafe {
        match libc::fork() {
            0 => {
                // An ordinary process holds no privilege and can be looked at; this program is neither.
                if libc::getuid() != 0 && capabilities::drop_all().is_err() {
                    libc::_exit(1);
                }
                libc::prctl(libc::PR_SET_DUMPABLE, 1, 0, 0, 0);
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0);
                loop {
                    libc::pause();
                }
            }
            child => child,
        }
    };
    if child < 0 {
        return Err(Outcome::failed("starting a child for the self-test"));
    }
    let order = CaptureOrder { pid: child, tids: Vec::new(), stack_bytes: DEFAULT_STACK_BYTES, wait: false };
    let taken = retry_until_visible(&order);
    // SAFETY: the child is ours and not collected yet, so its id is still its own.
    unsafe {
        libc::kill(child, libc::SIGKILL);
        libc::waitpid(child, std::ptr::null_mut(), 0);
    }
    let bytes = taken?;
    let mut text = format!("stackcap: self-test passed: one thread captured, {} bytes\n", bytes.len());
    for Fact { code, holds, sentence } in circumstances.facts() {
        let word = if holds { "yes" } else { "no" };
        text.push_str(&format!("stackcap: fact: {code}: {word}: {sentence}\n"));
    }
    confinement::after_the_capture()?;
    confinement::write_out_and_end(text.as_bytes())
}

/// What decides whether processes other than our own children can be held.
#[derive(Debug, Clone)]
struct Circumstances {
    root: bool,
    may_trace: bool,
    no_new_privs: bool,
    /// The file system this program lies on heeds no capabilities.
    nosuid: bool,
    /// `kernel.yama.ptrace_scope`; absent where the kernel has no Yama.
    yama: Option<u8>,
}

/// One line of the answer.
#[derive(Debug, PartialEq, Eq)]
struct Fact {
    code: &'static str,
    holds: bool,
    sentence: String,
}

impl Circumstances {
    fn here(may_trace: bool) -> Self {
        let mut file_system = std::mem::MaybeUninit::<libc::statvfs>::uninit();
        // SAFETY: the path is a C string and the room has the size that the call fills in; the flags are read only
        // after it succeeded. The other two calls take plain numbers.
        let (nosuid, root, no_new_privs) = unsafe {
            let known = libc::statvfs(c"/proc/self/exe".as_ptr(), file_system.as_mut_ptr()) == 0;
            (
                known && file_system.assume_init().f_flag & libc::ST_NOSUID != 0,
                libc::getuid() == 0,
                libc::prctl(libc::PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1,
            )
        };
        let yama = proc_files::open_dir("/proc/sys/kernel/yama")
            .and_then(|folder| proc_files::read(std::os::fd::AsFd::as_fd(&folder), "ptrace_scope"))
            .ok()
            .and_then(|level| String::from_utf8_lossy(&level).trim().parse().ok());
        Self { root, may_trace, no_new_privs, nosuid, yama }
    }

    fn facts(&self) -> Vec<Fact> {
        let fact = |code, holds, sentence: &str| Fact { code, holds, sentence: sentence.to_owned() };
        vec![
            match (self.may_trace, self.root) {
                (true, true) => fact("capability", true, "this user is root and has cap_sys_ptrace"),
                (true, false) => fact("capability", true, "this program's file carries cap_sys_ptrace"),
                (false, _) => fact(
                    "capability",
                    false,
                    "this program's file carries no cap_sys_ptrace, or it has no effect here",
                ),
            },
            if self.nosuid {
                fact(
                    "nosuid",
                    true,
                    "the file system it lies on is mounted nosuid, so a capability on the file has no effect",
                )
            } else {
                fact("nosuid", false, "the file system it lies on heeds capabilities")
            },
            if self.no_new_privs {
                fact(
                    "no-new-privs",
                    true,
                    "its caller runs under no_new_privs, so a capability on the file has no effect",
                )
            } else {
                fact("no-new-privs", false, "its caller may start programs that gain privileges")
            },
            match self.yama {
                None => fact("yama", false, "the kernel has no Yama: processes of one's own can be held"),
                Some(0) => {
                    fact("yama", false, "kernel.yama.ptrace_scope is 0: processes of one's own can be held")
                }
                Some(3) => fact(
                    "yama",
                    true,
                    "kernel.yama.ptrace_scope is 3: nothing can be held until the next boot with another setting",
                ),
                Some(level) => fact(
                    "yama",
                    true,
                    &format!(
                        "kernel.yama.ptrace_scope is {level}: only children, consenting processes, and whatever cap_sys_ptrace allows, can be held"
                    ),
                ),
            },
            self.others(),
        ]
    }

    /// The conclusion: other processes of the same user.
    fn others(&self) -> Fact {
        let (holds, sentence) = match self.yama {
            Some(3) => (false, "no: the kernel forbids it altogether"),
            None | Some(0) => (true, "other processes of this user can be captured"),
            Some(_) if self.may_trace => {
                (true, "other processes of this user can be captured, by the capability")
            }
            Some(_) if self.nosuid || self.no_new_privs => (
                false,
                "only children and consenting processes, because a capability would have no effect here",
            ),
            Some(_) => {
                (false, "only children and consenting processes, until the file is given cap_sys_ptrace=ep")
            }
        };
        Fact { code: "other-processes", holds, sentence: sentence.to_owned() }
    }
}

/// The child makes itself visible a moment after the fork.
fn retry_until_visible(order: &CaptureOrder) -> Result<Vec<u8>, Outcome> {
    const ATTEMPTS: usize = 50;
    let mut answer = capture::take(order);
    for _ in 1..ATTEMPTS {
        match &answer {
            Err(outcome) if matches!(outcome.code, "not-readable" | "not-dumpable") => {
                std::thread::sleep(std::time::Duration::from_millis(2));
                answer = capture::take(order);
            }
            _ => break,
        }
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: Circumstances =
        Circumstances { root: false, may_trace: false, no_new_privs: false, nosuid: false, yama: None };

    #[test]
    fn other_processes_are_possible_just_where_the_kernel_and_the_capability_say_so() {
        for (circumstances, possible) in [
            (BARE, true),
            (Circumstances { yama: Some(0), ..BARE }, true),
            (Circumstances { yama: Some(1), ..BARE }, false),
            (Circumstances { yama: Some(1), may_trace: true, ..BARE }, true),
            (Circumstances { yama: Some(2), may_trace: true, ..BARE }, true),
            (Circumstances { yama: Some(3), may_trace: true, ..BARE }, false),
            (Circumstances { yama: Some(1), nosuid: true, ..BARE }, false),
        ] {
            assert_eq!(circumstances.others().holds, possible, "{circumstances:?}");
        }
    }

    #[test]
    fn every_circumstance_has_a_line_of_its_own() {
        let facts = Circumstances { nosuid: true, no_new_privs: true, yama: Some(1), ..BARE }.facts();
        let held: Vec<_> = facts.iter().map(|fact| (fact.code, fact.holds)).collect();
        assert_eq!(
            held,
            [
                ("capability", false),
                ("nosuid", true),
                ("no-new-privs", true),
                ("yama", true),
                ("other-processes", false)
            ]
        );
        assert!(facts.iter().all(|fact| !fact.sentence.contains('\n')));
    }
}
