//! The process that the tests capture, and a few ways to look at the helper from outside.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use rookery_stacks::{Capture, CaptureOptions, ThreadStack};

/// The helper under test.
pub fn helper() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_stackcap"))
}

/// Everything of a process, by the helper under test.
pub fn everything_of(pid: u32) -> CaptureOptions {
    CaptureOptions { pid, threads: Vec::new(), helper: helper(), own_process: false }
}

/// The one thread of that name.
pub fn thread<'a>(capture: &'a Capture, name: &str) -> &'a ThreadStack {
    let mut named = capture.threads.iter().filter(|thread| thread.name == name);
    let first = named.next().unwrap_or_else(|| panic!("no thread `{name}` in {capture:#?}"));
    assert!(named.next().is_none(), "two threads `{name}`");
    first
}

/// Is there a frame whose function ends like this?
pub fn stands_in(thread: &ThreadStack, function: &str) -> bool {
    thread.frames.iter().any(|frame| frame.function.as_deref().is_some_and(|name| name.ends_with(function)))
}

/// A running `parked` process; ended when dropped.
pub struct Parked {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Parked {
    /// Starts it and waits until every thread is where it belongs.
    pub fn start(more_threads: usize) -> Self {
        Self::start_with(more_threads, &[])
    }

    /// The same, with further words for `parked`.
    pub fn start_with(more_threads: usize, words: &[&str]) -> Self {
        let program = helper().parent().map(|folder| folder.join("examples/parked")).unwrap();
        assert!(
            Path::new(&program).is_file(),
            "{} is missing: `cargo test -p rookery-stackcap` builds it, or `cargo build -p rookery-stackcap --example parked`",
            program.display()
        );
        let mut child = Command::new(program)
            .arg(more_threads.to_string())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let mut parked = Self { child, stdin, stdout };
        assert_eq!(parked.hear(), "ready");
        parked
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Asks for a number.
    pub fn ask(&mut self, what: &str) -> u64 {
        writeln!(self.stdin, "{what}").unwrap();
        self.hear().parse().unwrap()
    }

    /// Wakes all its threads: `done` and a clean end show that none was lost or disturbed.
    pub fn quit(mut self) {
        writeln!(self.stdin, "quit").unwrap();
        assert_eq!(self.hear(), "done");
        assert!(self.child.wait().unwrap().success());
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }
}

impl Drop for Parked {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            self.child.kill().unwrap();
            self.child.wait().unwrap();
        }
    }
}
