//! `--self-test`: does the whole path work on this machine, and what is and is not possible here, and why?
//!
//! A child of our own is captured and released; then each circumstance that decides over other processes is
//! named, one per line: `stackcap: fact: CODE: yes|no: sentence`. The unprivileged side and a person read the
//! same lines.

use rustix::fs::{StatVfsMountFlags, statvfs};
use rustix::process::{self, DumpableBehavior, Pid, Signal, WaitOptions, getuid, kill_process, waitpid};
use rustix::thread::no_new_privs;

use super::arguments::CaptureOrder;
use super::outcome::{Outcome, failed};
use super::{capabilities, capture};

/// What it means where a circumstance does not hold, and where it does.
const CAPABILITY: [&str; 2] =
    ["this program has no usable cap_sys_ptrace", "this program can use cap_sys_ptrace"];
const NOSUID: [&str; 2] =
    ["its file system heeds capabilities", "its file system is mounted nosuid, which voids a capability"];
const NO_NEW_PRIVS: [&str; 2] =
    ["its caller lets it gain a capability", "it runs under no_new_privs, which voids a capability"];
/// What each of Yama's levels means.
const YAMA: [&str; 4] = [
    "kernel.yama.ptrace_scope is 0 or absent: other processes of this user can be captured",
    "kernel.yama.ptrace_scope is 1: only children and consenting processes, others by cap_sys_ptrace=ep",
    "kernel.yama.ptrace_scope is 2: no process can be captured but by cap_sys_ptrace=ep",
    "kernel.yama.ptrace_scope is 3: nothing can be captured until a boot with another setting",
];

/// Forks a child that is stopped, captures it and says what was found; also, and even more so, where that
/// failed.
pub fn run() -> Result<Vec<u8>, Outcome> {
    // SAFETY: this program has one thread so far, and the child makes system calls only before it is ended.
    let child = match unsafe { libc::fork() } {
        0 => become_an_ordinary_process_and_stop(),
        child => Pid::from_raw(child.max(0)).ok_or_else(std::io::Error::last_os_error),
    };
    let child = child.map_err(failed("starting a child for the self-test"))?;
    waitpid(Some(child), WaitOptions::UNTRACED).map_err(failed("waiting for the child to stand still"))?;
    // Not collected before it was captured, so that its id is its own.
    let order = CaptureOrder { pid: child.as_raw_pid(), ..CaptureOrder::default() };
    let taken = capture::take(&order);
    kill_process(child, Signal::KILL).map_err(failed("ending the child"))?;
    waitpid(Some(child), WaitOptions::empty()).map_err(failed("waiting for the child's end"))?;
    let facts = facts()?;
    match taken {
        Ok(snapshot) => {
            let passed = format!("one thread captured, {} bytes\n{facts}", snapshot.len());
            Ok(format!("stackcap: self-test passed: {passed}").into_bytes())
        }
        Err(outcome) => Err(Outcome { sentence: outcome.sentence + "\n" + facts.trim_end(), ..outcome }),
    }
}

/// The child: unlike this program it holds no privilege and can be looked at.
fn become_an_ordinary_process_and_stop() -> ! {
    let _or_else_it_is_ended = process::set_parent_process_death_signal(Some(Signal::KILL));
    // Root's captures are checked against root's capabilities; the child keeps them so that root sees it as
    // its equal.
    let plain = getuid().is_root() || capabilities::drop_all().is_ok();
    let ready = plain && process::set_dumpable_behavior(DumpableBehavior::Dumpable).is_ok();
    // SAFETY: both take a number and touch no memory.
    unsafe {
        while ready && libc::raise(libc::SIGSTOP) == 0 {}
        libc::_exit(1)
    }
}

/// A line for each circumstance that decides whether processes other than our own children can be stopped.
fn facts() -> Result<String, Outcome> {
    let may_trace = capabilities::ours()?.permitted.contains(capabilities::TRACING);
    let nosuid = statvfs("/proc/self/exe").is_ok_and(|on| on.f_flag.contains(StatVfsMountFlags::NOSUID));
    let no_new_privs = no_new_privs().unwrap_or(false);
    let level = std::fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope").unwrap_or_default();
    let level = level.trim().parse().unwrap_or(0).min(YAMA.len() - 1);
    Ok([
        fact("capability", may_trace, CAPABILITY),
        fact("nosuid", nosuid, NOSUID),
        fact("no-new-privs", no_new_privs, NO_NEW_PRIVS),
        fact("yama", level > 0, [YAMA[level]; 2]),
    ]
    .concat())
}

fn fact(code: &str, holds: bool, [where_not, where_so]: [&str; 2]) -> String {
    let (word, sentence) = if holds { ("yes", where_so) } else { ("no", where_not) };
    format!("stackcap: fact: {code}: {word}: {sentence}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_circumstance_has_a_line_of_its_own() {
        let facts = facts().unwrap();
        let codes: Vec<_> = facts.lines().map(|line| line.split(": ").nth(2)).collect();
        assert_eq!(codes, ["capability", "nosuid", "no-new-privs", "yama"].map(Some));
        assert_eq!(fact("x", true, ["a", "b"]), "stackcap: fact: x: yes: b\n");
        assert_eq!(fact("x", false, ["a", "b"]), "stackcap: fact: x: no: a\n");
        for (level, sentence) in YAMA.iter().enumerate() {
            assert!(sentence.contains(&format!(" is {level}")), "{sentence}");
        }
    }
}
