//! With the file capability the helper bypasses the kernel's rules, so its own must hold. Only root can grant
//! capabilities and run programs as other users: for other users these tests print that and end.

use std::ffi::CString;
use std::io::{BufRead, BufReader, Write};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::refusals::{NOBODY, OpenCopy, assert_refused, is_root};
use crate::target::{Parked, helper};

pub fn needs_root(test: &str) -> bool {
    if !is_root() {
        // Straight to standard output, where the test run looks for it: what a passing test prints is kept
        // back.
        let line =
            format!("\nskipped: {test}: only root can run programs as another user with a capability\n");
        std::io::stdout().write_all(line.as_bytes()).unwrap();
    }
    !is_root()
}

/// `cap_sys_ptrace=ep`, as `setcap` writes it: revision 2 with the effective flag, permitted and inheritable
/// low, then high.
pub fn give_capability(file: &Path) {
    const REVISION_2_EFFECTIVE: u32 = 0x0200_0001;
    const SYS_PTRACE: u32 = 1 << 19;
    let words = [REVISION_2_EFFECTIVE, SYS_PTRACE, 0, 0, 0];
    let value: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let path = CString::new(file.as_os_str().as_bytes()).unwrap();
    // SAFETY: path and name are C strings, the value's true length is passed.
    let answer = unsafe {
        libc::setxattr(path.as_ptr(), c"security.capability".as_ptr(), value.as_ptr().cast(), value.len(), 0)
    };
    assert_eq!(answer, 0, "{}", std::io::Error::last_os_error());
}

struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

fn sleeper(command: &mut Command) -> Ended {
    let child = command.arg("1000").stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    let exe = format!("/proc/{}/comm", child.id());
    // Until the program has taken the place of the one that started it.
    while std::fs::read_to_string(&exe).unwrap() == std::fs::read_to_string("/proc/self/comm").unwrap() {
        std::thread::yield_now();
    }
    Ended(child)
}

#[test]
fn the_capability_opens_no_process_of_another_user() {
    if needs_root("the_capability_opens_no_process_of_another_user") {
        return;
    }
    let open = OpenCopy::of_the_helper();
    give_capability(&open.program());
    let parked = Parked::start(0);
    let pid = parked.pid().to_string();
    let output = open.command(&["--pid", &pid]).uid(NOBODY).gid(NOBODY).output().unwrap();
    assert_refused(&output, 3, "other-user");
    let output = open.command(&["--pid", "1"]).uid(NOBODY).gid(NOBODY).output().unwrap();
    assert_refused(&output, 3, "other-user");
    // The same user in another group.
    let theirs = sleeper(Command::new("sleep").uid(NOBODY).gid(NOBODY));
    let pid = theirs.0.id().to_string();
    let output = open.command(&["--pid", &pid]).uid(NOBODY).gid(12_345).output().unwrap();
    assert_refused(&output, 3, "other-group");
    // And what it is for: a process of one's own.
    let output = open.command(&["--pid", &pid]).uid(NOBODY).gid(NOBODY).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.starts_with(b"RKSTACKS"));
    parked.quit();
}

#[test]
fn the_capability_is_seen_by_the_self_test_and_lost_under_no_new_privs() {
    if needs_root("the_capability_is_seen_by_the_self_test_and_lost_under_no_new_privs") {
        return;
    }
    let open = OpenCopy::of_the_helper();
    give_capability(&open.program());
    let said = |command: &mut Command| {
        let output = command.uid(NOBODY).gid(NOBODY).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let plain = said(&mut open.command(&["--self-test"]));
    assert!(plain.contains("fact: capability: yes") && plain.contains("fact: no-new-privs: no"), "{plain}");
    let mut confined = open.command(&["--self-test"]);
    // SAFETY: prctl is async-signal-safe and takes plain numbers.
    unsafe {
        confined.pre_exec(|| match libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) {
            0 => Ok(()),
            _ => Err(std::io::Error::last_os_error()),
        });
    }
    let confined = said(&mut confined);
    assert!(confined.contains("fact: capability: no"), "{confined}");
    assert!(confined.contains("fact: no-new-privs: yes"), "{confined}");
}

#[test]
fn a_setuid_process_of_ones_own_is_refused() {
    if needs_root("a_setuid_process_of_ones_own_is_refused") {
        return;
    }
    let open = OpenCopy::of_the_helper();
    give_capability(&open.program());
    let program = open.program().with_file_name("sleep");
    assert!(Command::new("cp").arg("/bin/sleep").arg(&program).status().unwrap().success());
    // Run by nobody, it is root for the kernel: real user nobody, effective and saved user root.
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o4755)).unwrap();
    let privileged = sleeper(Command::new(&program).uid(NOBODY).gid(NOBODY));
    let pid = privileged.0.id().to_string();
    let output = open.command(&["--pid", &pid]).uid(NOBODY).gid(NOBODY).output().unwrap();
    assert_refused(&output, 3, "other-user");
}

/// The process runs a set-uid program at any moment of the capture. Whatever is captured, nothing of that
/// program is in it.
#[test]
fn a_program_with_more_rights_started_during_the_capture_is_never_copied() {
    if needs_root("a_program_with_more_rights_started_during_the_capture_is_never_copied") {
        return;
    }
    // The stack of the set-uid program begins with its arguments; the shell reads this text from its stdin.
    const ARGUMENT: &str = "31415926.535";
    let open = OpenCopy::of_the_helper();
    give_capability(&open.program());
    let program = open.program().with_file_name("sleep");
    assert!(Command::new("cp").arg("/bin/sleep").arg(&program).status().unwrap().success());
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o4755)).unwrap();
    let (mut captured, mut refused) = (0, 0);
    for round in 0..60_u64 {
        let mut shell = Ended(
            Command::new("sh")
                .uid(NOBODY)
                .gid(NOBODY)
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .spawn()
                .unwrap(),
        );
        let pid = shell.0.id().to_string();
        let mut stdin = shell.0.stdin.take().unwrap();
        let mut helper = open.command(&["--pid", &pid]);
        helper.uid(NOBODY).gid(NOBODY).stdout(Stdio::piped()).stderr(Stdio::piped());
        let helper = helper.spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_micros(round * 50));
        writeln!(stdin, "exec {} {ARGUMENT}", program.display()).unwrap();
        let output = helper.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            captured += 1;
            let found = output.stdout.windows(ARGUMENT.len()).any(|bytes| bytes == ARGUMENT.as_bytes());
            assert!(!found, "round {round}: the set-uid program was copied");
        } else {
            refused += 1;
            assert!(output.stdout.is_empty(), "round {round}: {said}");
            let codes = ["other-user", "target-changed", "not-readable", "not-dumpable", "no-user-memory"];
            assert!(codes.iter().any(|code| said.contains(&format!(": {code}: "))), "round {round}: {said}");
        }
    }
    println!("{captured} captured, {refused} refused");
    assert!(
        captured > 0 && refused > 0,
        "{captured} captured, {refused} refused: one side was never reached"
    );
}

/// Nobody reads the error, so the program is in its write and can be looked at.
#[test]
fn everything_is_given_up_before_an_error_is_written() {
    if needs_root("everything_is_given_up_before_an_error_is_written") {
        return;
    }
    let open = OpenCopy::of_the_helper();
    give_capability(&open.program());
    // Another user's process: refused. The write of the sentence waits, because its pipe is full.
    let (reader, writer) = std::io::pipe().unwrap();
    // SAFETY: takes a handle of ours and numbers.
    assert_eq!(unsafe { libc::fcntl(writer.as_raw_fd(), libc::F_SETPIPE_SZ, 4096) }, 4096);
    (&writer).write_all(&[0; 4096]).unwrap();
    let mut command = open.command(&["--pid", "1"]);
    command.uid(NOBODY).gid(NOBODY).stdout(Stdio::null()).stderr(writer);
    let helper = Ended(command.spawn().unwrap());
    let status = || std::fs::read_to_string(format!("/proc/{}/status", helper.0.id())).unwrap();
    let waits = || {
        let wchan = std::fs::read_to_string(format!("/proc/{}/wchan", helper.0.id())).unwrap_or_default();
        wchan.contains("pipe") || status().contains("Seccomp:\t2")
    };
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(10);
    while !waits() && std::time::Instant::now() < deadline {
        std::thread::yield_now();
    }
    let status = status();
    for line in ["Seccomp:\t2", "NoNewPrivs:\t1"] {
        assert!(status.contains(line), "{line}: {status}");
    }
    for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] {
        assert!(status.contains(&format!("{set}:\t0000000000000000")), "{set}: {status}");
    }
    drop(reader);
}

/// It has the same user and has made itself dumpable; only the kernel detects that it has a capability which
/// its user lacks, so the helper must have lowered its own before the check.
#[test]
fn a_process_with_a_capability_of_its_own_is_refused() {
    if needs_root("a_process_with_a_capability_of_its_own_is_refused") {
        return;
    }
    let open = OpenCopy::of_the_helper();
    give_capability(&open.program());
    let program = open.program().with_file_name("parked");
    let built = helper().with_file_name("examples").join("parked");
    assert!(Command::new("cp").arg(built).arg(&program).status().unwrap().success());
    let start = || {
        let mut command = Command::new(&program);
        command.args(["0", "dumpable"]).uid(NOBODY).gid(NOBODY).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = Ended(command.spawn().unwrap());
        let mut ready = String::new();
        BufReader::new(child.0.stdout.take().unwrap()).read_line(&mut ready).unwrap();
        assert_eq!(ready, "ready\n");
        child
    };
    let capture = |child: &Ended| {
        open.command(&["--pid", &child.0.id().to_string()]).uid(NOBODY).gid(NOBODY).output().unwrap()
    };
    let plain = start();
    let output = capture(&plain);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    drop(plain);
    give_capability(&program);
    assert_refused(&capture(&start()), 3, "not-readable");
}

#[test]
fn a_process_in_another_namespace_is_refused() {
    if needs_root("a_process_in_another_namespace_is_refused") {
        return;
    }
    let open = OpenCopy::of_the_helper();
    let outer = Ended(
        Command::new("unshare")
            .args(["--pid", "--fork", "--kill-child", "sleep", "1000"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap(),
    );
    let children = format!("/proc/{0}/task/{0}/children", outer.0.id());
    let inner = loop {
        let text = std::fs::read_to_string(&children).unwrap();
        match text.split_whitespace().next() {
            Some(pid) if std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap().trim() == "sleep" => {
                break pid.to_owned();
            }
            _ => std::thread::yield_now(),
        }
    };
    assert_refused(&open.command(&["--pid", &inner]).output().unwrap(), 3, "other-namespace");
}

/// Nobody takes the snapshot, so the program is in its first write and can be looked at.
#[test]
fn everything_is_given_up_before_the_first_byte() {
    if needs_root("everything_is_given_up_before_the_first_byte") {
        return;
    }
    let open = OpenCopy::of_the_helper();
    give_capability(&open.program());
    let theirs = sleeper(Command::new("sleep").uid(NOBODY).gid(NOBODY));
    let pid = theirs.0.id().to_string();
    for as_root in [true, false] {
        let mut command = open.command(&["--pid", &pid]);
        let target = Parked::start(0);
        if as_root {
            command = open.command(&["--pid", &target.pid().to_string()]);
        } else {
            command.uid(NOBODY).gid(NOBODY);
        }
        // Small before the start: a pipe that already holds more cannot become smaller.
        let (_reader, writer) = std::io::pipe().unwrap();
        // SAFETY: takes a handle of ours and numbers.
        assert_eq!(unsafe { libc::fcntl(writer.as_raw_fd(), libc::F_SETPIPE_SZ, 4096) }, 4096);
        let helper = Ended(command.stdout(writer).spawn().unwrap());
        let status = || std::fs::read_to_string(format!("/proc/{}/status", helper.0.id())).unwrap();
        let filtered = || status().contains("Seccomp:\t2");
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(10);
        while !filtered() && std::time::Instant::now() < deadline {
            std::thread::yield_now();
        }
        let status = status();
        for line in ["Seccomp:\t2", "NoNewPrivs:\t1", "Threads:\t1"] {
            assert!(status.contains(line), "{line}: {status}");
        }
        for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] {
            assert!(status.contains(&format!("{set}:\t0000000000000000")), "{set}: {status}");
        }
        target.quit();
    }
}

/// The number of a child that there is not must never become that of "everybody" in a signal.
#[test]
fn a_self_test_that_can_start_no_child_ends_nobody() {
    if needs_root("a_self_test_that_can_start_no_child_ends_nobody") {
        return;
    }
    const SOMEBODY: u32 = 54_321;
    let open = OpenCopy::of_the_helper();
    let mut bystander = sleeper(Command::new("sleep").uid(SOMEBODY).gid(SOMEBODY));
    let mut command = open.command(&["--self-test"]);
    command.uid(SOMEBODY).gid(SOMEBODY);
    // SAFETY: setrlimit is async-signal-safe and reads one limit of ours.
    unsafe {
        command.pre_exec(|| {
            let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            match libc::setrlimit(libc::RLIMIT_NPROC, &raw const none) {
                0 => Ok(()),
                _ => Err(std::io::Error::last_os_error()),
            }
        });
    }
    let output = command.output().unwrap();
    assert_refused(&output, 4, "syscall");
    assert!(String::from_utf8_lossy(&output.stderr).contains("starting a child"), "{output:?}");
    assert!(bystander.0.try_wait().unwrap().is_none(), "it was ended");
}
