//! A real `rookeryd` on a temporary folder and a free port, killed when dropped.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

pub struct Running {
    pub child: Child,
    pub address: String,
    pub input: Option<ChildStdin>,
    errors: Arc<Mutex<String>>,
}

pub fn command(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rookeryd"));
    command.arg("--data").arg(data).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Collects what a child writes to standard error.
fn errors_of(child: &mut Child) -> (Arc<Mutex<String>>, JoinHandle<()>) {
    let errors = Arc::<Mutex<String>>::default();
    let (mut from, to) = (child.stderr.take().unwrap(), errors.clone());
    let reader = std::thread::spawn(move || {
        let mut piece = [0; 1024];
        while let Ok(length @ 1..) = from.read(&mut piece) {
            to.lock().unwrap().push_str(&String::from_utf8_lossy(&piece[..length]));
        }
    });
    (errors, reader)
}

impl Running {
    pub fn start(data: &Path, more: &[&str]) -> Self {
        Self::spawned(command(data).args(more).spawn().unwrap())
    }

    /// Another command that runs for a while; it has no address.
    #[cfg(unix)]
    pub fn recorder(mut child: Child) -> Self {
        let (errors, _) = errors_of(&mut child);
        Self { child, address: String::new(), input: None, errors }
    }

    /// One that was started otherwise, with its outputs piped.
    pub fn spawned(mut child: Child) -> Self {
        let (errors, reader) = errors_of(&mut child);
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().split_once("://").map(|(_, address)| address.to_owned());
        let Some(address) = address else {
            reader.join().unwrap();
            panic!("not ready: {line:?} {}", errors.lock().unwrap());
        };
        let input = child.stdin.take();
        Self { child, address, input, errors }
    }

    /// What it has written to standard error, once that contains `text`.
    pub fn errors_with(&self, text: &str) -> String {
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            let errors = self.errors.lock().unwrap().clone();
            if errors.contains(text) {
                return errors;
            }
            assert!(Instant::now() < until, "no {text:?} in {errors:?}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The token for `/rookery/processes`.
    pub fn token(&self) -> String {
        const BEGINNING: &str = "token for /rookery/processes: ";
        let until = Instant::now() + Duration::from_secs(20);
        loop {
            let errors = self.errors_with(BEGINNING);
            // The line may still be incomplete.
            if let Some((token, _)) = errors.split_once(BEGINNING).unwrap().1.split_once('\n') {
                return token.to_owned();
            }
            assert!(Instant::now() < until, "an incomplete line: {errors:?}");
        }
    }

    /// A connection, and reads that give up after 20 s.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream
    }

    /// Sends one request and returns the complete response.
    pub fn raw(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    pub fn request(&self, method: &str, path: &str, body: &str) -> String {
        self.request_with(method, path, "", body)
    }

    /// A request with further headers, each ended by CR LF.
    pub fn request_with(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        self.raw(&format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
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
        // In most tests it has already exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
