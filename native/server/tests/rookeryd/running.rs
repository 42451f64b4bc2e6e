//! A real `rookeryd` on a temporary folder and a free port, killed when dropped.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

pub struct Running {
    pub child: Child,
    pub address: String,
    pub input: Option<ChildStdin>,
}

pub fn command(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rookeryd"));
    command.arg("--data").arg(data).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Running {
    pub fn start(data: &Path, more: &[&str]) -> Self {
        Self::spawned(command(data).args(more).spawn().unwrap())
    }

    /// One that was started otherwise, with its outputs piped.
    pub fn spawned(mut child: Child) -> Self {
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("Server available on: http://").unwrap_or_else(|| {
            let mut said = String::new();
            child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            panic!("not ready: {line:?} {said}")
        });
        let address = address.to_owned();
        let input = child.stdin.take();
        Self { child, address, input }
    }

    /// Sends one request in full and gives back everything that came.
    pub fn raw(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    pub fn request(&self, method: &str, path: &str, body: &str) -> String {
        self.raw(&format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        ))
    }

    #[cfg(unix)]
    pub fn signal(&self, name: &str) {
        let status =
            Command::new("kill").arg(format!("-{name}")).arg(self.child.id().to_string()).status().unwrap();
        assert!(status.success());
    }

    /// The exit code, waited for at most 20 s.
    pub fn exit_code(&mut self) -> i32 {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code().unwrap_or_else(|| panic!("ended by a signal: {status}"));
            }
            assert!(Instant::now() < until, "still running after 20 s");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Already gone in most tests.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
