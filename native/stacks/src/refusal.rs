//! From the capture program's one-line answer to a sentence and a next step for a person.
//!
//! The program reports *that* it was denied; the reason is determined here, unprivileged, from
//! `/proc` and the file system.

use std::path::Path;

use crate::{StackError, installed_helper};

/// What the program output: `stackcap: KIND: CODE: sentence`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct HelperError<'a> {
    pub kind: &'a str,
    pub code: &'a str,
    pub sentence: &'a str,
}

impl<'a> HelperError<'a> {
    /// Finds the program's line in stderr.
    pub fn find(stderr: &'a str) -> Option<Self> {
        stderr.lines().find_map(|line| {
            let mut parts = line.strip_prefix("stackcap: ")?.splitn(3, ": ");
            Some(Self { kind: parts.next()?, code: parts.next()?, sentence: parts.next()? })
        })
    }
}

/// What decides why a hold was denied.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct HelperEnvironment {
    /// `kernel.yama.ptrace_scope`; absent where the kernel has no Yama.
    pub yama: Option<u8>,
    /// The helper's file has a capability.
    pub has_file_capability: bool,
    /// The helper's file system ignores capabilities.
    pub nosuid: bool,
    /// This process, and so the helper, can never gain privileges.
    pub no_new_privs: bool,
}

impl HelperEnvironment {
    /// Looks at this machine and the helper's file.
    pub fn of(helper: &Path) -> Self {
        Self {
            yama: yama(),
            has_file_capability: installed_helper::carries_a_capability(helper),
            nosuid: ignores_capabilities(helper),
            no_new_privs: std::fs::read_to_string("/proc/self/status")
                .is_ok_and(|status| status.lines().any(|line| line == "NoNewPrivs:\t1")),
        }
    }
}

/// `kernel.yama.ptrace_scope`; none where the kernel has no Yama.
pub(crate) fn yama() -> Option<u8> {
    std::fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope").ok()?.trim().parse().ok()
}

/// Turns an answer that is not a snapshot into an error.
pub(crate) fn error_of(
    answer: &HelperError<'_>,
    pid: u32,
    helper: &Path,
    environment: &HelperEnvironment,
) -> StackError {
    match (answer.kind, answer.code) {
        ("gone", _) => StackError::TargetGone { pid },
        (_, "seize-denied") => denied(pid, helper, environment),
        (_, code) => StackError::Refused {
            code: code.to_owned(),
            message: format!("The stacks of process {pid} were not captured: {}.", answer.sentence),
            next_step: next_step(code).to_owned(),
        },
    }
}

fn next_step(code: &str) -> &'static str {
    match code {
        "other-user" | "other-group" => {
            "Run Rookery as the user that owns the process, or capture them in the server itself (its own threads view)."
        }
        "not-readable" | "not-dumpable" => {
            "The process is not dumpable for this user; capture its stacks in the server itself, or start it without file capabilities and without PR_SET_DUMPABLE 0."
        }
        "other-namespace" => "Run Rookery inside the same container as the process.",
        "target-changed" => "Try again: the process started another program while it was captured.",
        "already-traced" => "End the debugger or strace session first; a process can have one tracer only.",
        "no-such-thread" => "Refresh the thread list and try again.",
        "too-many-threads" => "Pick the threads of interest and capture those.",
        "no-user-memory" | "not-a-process" => "Pick an ordinary process.",
        "watchdog" | "no-go" => {
            "Try again; if it happens again, the machine is too busy or the process is stuck in the kernel."
        }
        "usage" => "The capture program and Rookery are of different builds: reinstall both together.",
        "unsupported-platform" => "On this platform only the thread list is available.",
        _ => "Try again; the details are in Rookery's log.",
    }
}

/// The kernel does not let the helper hold the process: which of its reasons is it?
fn denied(pid: u32, helper: &Path, environment: &HelperEnvironment) -> StackError {
    let install = match installed_helper::grant_command(helper) {
        Some(command) => format!("Install the capture program with the right to do it: {command}"),
        None => "Install the capture program with the right to do it: postinstall.sh in Rookery's folder native/stackcap does."
            .to_owned(),
    };
    let helper = helper.display();
    let (code, message, next_step) = match environment {
        HelperEnvironment { yama: Some(3), .. } => (
            "yama-3",
            format!("This machine forbids tracing altogether (kernel.yama.ptrace_scope is 3), so process {pid} cannot be held."),
            "Only a reboot with another setting changes that.".to_owned(),
        ),
        HelperEnvironment { no_new_privs: true, has_file_capability: true, .. } => (
            "no-new-privs",
            format!("Rookery runs under no_new_privs, so the capability of {helper} has no effect and process {pid} cannot be held."),
            "Start Rookery outside the sandbox or service that sets NoNewPrivileges.".to_owned(),
        ),
        HelperEnvironment { nosuid: true, has_file_capability: true, .. } => (
            "nosuid",
            format!("{helper} lies on a file system mounted nosuid, so its capability has no effect and process {pid} cannot be held."),
            "Install the copy on a file system without nosuid (postinstall.sh --into), or remount that one.".to_owned(),
        ),
        HelperEnvironment { has_file_capability: false, yama: Some(level @ 1..=2), .. } => (
            if *level == 1 { "yama-1" } else { "yama-2" },
            format!("This machine lets only parents and privileged programs trace (kernel.yama.ptrace_scope is {level}), so process {pid} cannot be held."),
            install,
        ),
        HelperEnvironment { has_file_capability: false, .. } => (
            "no-capability",
            format!("The kernel does not let this user hold process {pid}."),
            install,
        ),
        _ => (
            "kernel-denied",
            format!("The kernel does not let the capture program hold process {pid}, although it has the capability."),
            "A security module (SELinux, AppArmor, a container's seccomp profile) forbids it: its log says which.".to_owned(),
        ),
    };
    StackError::Refused { code: code.to_owned(), message, next_step }
}

/// Whether the file system of the helper ignores capabilities (mounted nosuid).
fn ignores_capabilities(helper: &Path) -> bool {
    use std::os::unix::ffi::OsStrExt;
    let Ok(path) = std::ffi::CString::new(helper.as_os_str().as_bytes()) else { return false };
    let mut answer = std::mem::MaybeUninit::<libc::statvfs>::uninit();
    // SAFETY: the path is a C string and `answer` has the size the call fills in.
    if unsafe { libc::statvfs(path.as_ptr(), answer.as_mut_ptr()) } != 0 {
        return false;
    }
    // SAFETY: the call succeeded, so it filled `answer` in.
    let answer = unsafe { answer.assume_init() };
    answer.f_flag & libc::ST_NOSUID != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(answer: &str, environment: &HelperEnvironment) -> (String, String) {
        let answer = HelperError::find(answer).unwrap();
        match error_of(&answer, 7, Path::new("/opt/stackcap"), environment) {
            StackError::Refused { code, next_step, .. } => (code, next_step),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_line_is_found_among_others() {
        let answer = HelperError::find("noise\nstackcap: refused: other-user: the user: another\n").unwrap();
        assert_eq!(
            answer,
            HelperError { kind: "refused", code: "other-user", sentence: "the user: another" }
        );
        assert_eq!(HelperError::find("stackcap: nonsense"), None);
    }

    #[test]
    fn an_ended_target_is_reported_as_ended_not_refused() {
        let answer = HelperError::find("stackcap: gone: target-gone: process 7 has ended").unwrap();
        let error = error_of(&answer, 7, Path::new("/x"), &HelperEnvironment::default());
        assert!(matches!(error, StackError::TargetGone { pid: 7 }));
    }

    #[test]
    fn each_reason_for_a_denial_has_its_own_code() {
        let line = "stackcap: refused: seize-denied: no";
        let bare = HelperEnvironment::default();
        let capable = HelperEnvironment { has_file_capability: true, ..bare.clone() };
        for (environment, code) in [
            (bare.clone(), "no-capability"),
            (HelperEnvironment { yama: Some(1), ..bare.clone() }, "yama-1"),
            (HelperEnvironment { yama: Some(2), ..bare.clone() }, "yama-2"),
            (HelperEnvironment { yama: Some(3), ..capable.clone() }, "yama-3"),
            (HelperEnvironment { nosuid: true, ..capable.clone() }, "nosuid"),
            (HelperEnvironment { no_new_privs: true, ..capable.clone() }, "no-new-privs"),
            (capable, "kernel-denied"),
        ] {
            assert_eq!(refused(line, &environment).0, code, "{environment:?}");
        }
        let next_step = refused(line, &bare).1;
        assert!(next_step.contains("postinstall.sh") && !next_step.contains("setcap"), "{next_step}");
    }
}
