//! `--self-test`: does the whole path work on this machine, and what is and is not possible here, and why?
//!
//! A child of our own is captured and let go; then each circumstance that decides over other processes is named, one
//! per line: `stackcap: fact: CODE: yes|no: sentence`. The unprivileged side and a person read the same lines.

use std::fmt::Write;

use rustix::fs::{StatVfsMountFlags, statvfs};
use rustix::process::{self, DumpableBehavior, Signal, getuid};

use super::arguments::CaptureOrder;
use super::outcome::{OrFailed, Outcome};
use super::{capabilities, capture, confinement};

/// Forks a child that stands still, captures it, goes through the confinement and says what was found.
pub fn run() -> Result<(), Outcome> {
    confinement::before_the_capture()?;
    let may_trace = capabilities::may_trace().or_failed("reading our own capabilities")?;
    let facts = Circumstances::here(may_trace).facts();
    // SAFETY: this program has one thread so far, and the child makes system calls only before it is ended.
    let child = unsafe { libc::fork() };
    if child == 0 {
        become_an_ordinary_process_and_stop();
    }
    // SAFETY: waits for the child's stop, captures it, ends it; it is not collected before, so its id is its own.
    let taken = unsafe {
        if libc::waitpid(child, std::ptr::null_mut(), libc::WUNTRACED) != child {
            return Err(std::io::Error::last_os_error()).or_failed("starting a child for the self-test");
        }
        let taken = capture::take(&CaptureOrder::of(child));
        libc::kill(child, libc::SIGKILL);
        libc::waitpid(child, std::ptr::null_mut(), 0);
        taken
    };
    let mut text = format!("stackcap: self-test passed: one thread captured, {} bytes\n", taken?.len());
    for (code, holds, sentence) in facts {
        let word = if holds { "yes" } else { "no" };
        writeln!(text, "stackcap: fact: {code}: {word}: {sentence}").or_failed("writing down the facts")?;
    }
    confinement::after_the_capture()?;
    confinement::write_out_and_end(text.as_bytes())
}

/// The child: unlike this program it holds no privilege and can be looked at.
fn become_an_ordinary_process_and_stop() -> ! {
    let _or_else_it_is_ended = process::set_parent_process_death_signal(Some(Signal::KILL));
    // Root's captures are checked against root's capabilities; the child keeps them so that root sees it as its equal.
    let plain = getuid().is_root() || capabilities::drop_all().is_ok();
    let ready = plain && process::set_dumpable_behavior(DumpableBehavior::Dumpable).is_ok();
    // SAFETY: both take a number and touch no memory.
    unsafe {
        while libc::raise(if ready { libc::SIGSTOP } else { libc::SIGKILL }) == 0 {}
        libc::_exit(1)
    }
}

/// What decides whether processes other than our own children can be held.
#[derive(Debug, Clone)]
struct Circumstances {
    may_trace: bool,
    no_new_privs: bool,
    /// The file system this program lies on heeds no capabilities.
    nosuid: bool,
    /// `kernel.yama.ptrace_scope`; 0 also where the kernel has no Yama.
    yama: u8,
}

/// One line of the answer: code, whether it holds, sentence.
type Fact = (&'static str, bool, String);

impl Circumstances {
    fn here(may_trace: bool) -> Self {
        let yama = std::fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope");
        Self {
            may_trace,
            no_new_privs: rustix::thread::no_new_privs().unwrap_or(false),
            nosuid: statvfs("/proc/self/exe").is_ok_and(|on| on.f_flag.contains(StatVfsMountFlags::NOSUID)),
            yama: yama.ok().and_then(|level| level.trim().parse().ok()).unwrap_or(0),
        }
    }

    fn facts(&self) -> [Fact; 5] {
        let Self { may_trace, no_new_privs, nosuid, yama } = *self;
        let level = match yama {
            0 => "0 or absent: processes of one's own can be held".to_owned(),
            3 => "3: nothing can be held until the next boot with another setting".to_owned(),
            _ => format!("{yama}: only children, consenting processes, and what cap_sys_ptrace allows"),
        };
        let either = |holds, yes: &str, no: &str| if holds { yes.to_owned() } else { no.to_owned() };
        let capability =
            either(may_trace, "cap_sys_ptrace can be used", "there is no cap_sys_ptrace, or in vain");
        let mount = either(nosuid, "mounted nosuid: it voids a capability", "it heeds capabilities");
        let caller =
            either(no_new_privs, "under no_new_privs: it voids a capability", "free to gain privileges");
        [
            ("capability", may_trace, format!("for this program: {capability}")),
            ("nosuid", nosuid, format!("the file system of this program: {mount}")),
            ("no-new-privs", no_new_privs, format!("the caller of this program: {caller}")),
            ("yama", yama > 0, format!("kernel.yama.ptrace_scope is {level}")),
            self.others(),
        ]
    }

    /// The conclusion: other processes of the same user.
    fn others(&self) -> Fact {
        let void = self.nosuid || self.no_new_privs;
        let (holds, sentence) = match self.yama {
            0 => (true, "other processes of this user can be captured"),
            3 => (false, "no: the kernel forbids it altogether"),
            _ if self.may_trace => (true, "other processes of this user can be captured, by the capability"),
            _ if void => (false, "only children and consenting processes: a capability is void here"),
            _ => (false, "only children and consenting processes, until the file is given cap_sys_ptrace=ep"),
        };
        ("other-processes", holds, sentence.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE: Circumstances =
        Circumstances { may_trace: false, no_new_privs: false, nosuid: false, yama: 0 };

    #[test]
    fn other_processes_are_possible_just_where_the_kernel_and_the_capability_say_so() {
        for (circumstances, possible) in [
            (BARE, true),
            (Circumstances { yama: 0, ..BARE }, true),
            (Circumstances { yama: 1, ..BARE }, false),
            (Circumstances { yama: 1, may_trace: true, ..BARE }, true),
            (Circumstances { yama: 2, may_trace: true, ..BARE }, true),
            (Circumstances { yama: 3, may_trace: true, ..BARE }, false),
            (Circumstances { yama: 1, nosuid: true, ..BARE }, false),
        ] {
            assert_eq!(circumstances.others().1, possible, "{circumstances:?}");
        }
    }

    #[test]
    fn every_circumstance_has_a_line_of_its_own() {
        let facts = Circumstances { nosuid: true, no_new_privs: true, yama: 1, ..BARE }.facts();
        let held: Vec<_> = facts.iter().map(|(code, holds, _)| (*code, *holds)).collect();
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
        assert!(facts.iter().all(|(_, _, sentence)| !sentence.contains('\n')));
    }
}
