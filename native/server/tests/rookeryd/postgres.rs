//! Another program's processes as a target: a PostgreSQL server of the same user, watched and captured
//! through the API.
//!
//! PostgreSQL does not run as root, so for root both sides run as `nobody`. Where there is no PostgreSQL, or
//! this machine lets nobody look into another process, the test says so by name.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::running::Running;

const NOBODY: u32 = 65_534;

/// Straight to standard output, where the test run looks for it: what a passing test prints is kept back.
fn skipped(test: &str, reason: &str) {
    let line = format!("\nskipped: {test}: {reason}\n");
    std::io::stdout().write_all(line.as_bytes()).unwrap();
}

/// Where `initdb` and `postgres` are: on the path, or where Debian keeps them.
fn postgres_programs() -> Option<PathBuf> {
    let on_path = std::env::var_os("PATH").unwrap_or_default();
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    std::env::split_paths(&on_path)
        .chain(debian.map(|version| version.path().join("bin")))
        .find(|folder| ["initdb", "postgres", "psql"].iter().all(|name| folder.join(name).is_file()))
}

fn is_root() -> bool {
    std::os::unix::fs::MetadataExt::uid(&std::fs::metadata("/proc/self").unwrap()) == 0
}

/// A program that runs as the user both sides share, in the folder that is theirs.
fn as_their_user(program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null());
    if is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

/// A folder of that user, with copies of the programs: a build folder may be closed to others.
fn open_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    for name in ["cluster", "data"] {
        let inner = folder.path().join(name);
        std::fs::create_dir(&inner).unwrap();
        if is_root() {
            std::os::unix::fs::chown(&inner, Some(NOBODY), Some(NOBODY)).unwrap();
        }
    }
    folder
}

/// A cluster without network, reached by a socket in its own folder.
struct Postgres {
    server: Child,
    asleep: Child,
}

impl Postgres {
    fn start(programs: &Path, folder: &Path) -> Self {
        let cluster = folder.join("cluster");
        let made = as_their_user(&programs.join("initdb"), folder)
            .args(["--auth=trust", "--no-sync", "--username=tester", "--pgdata"])
            .arg(&cluster)
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let server = as_their_user(&programs.join("postgres"), folder)
            .args(["-c", "listen_addresses=", "-c", "fsync=off", "-c"])
            .arg(format!("unix_socket_directories={}", cluster.display()))
            .arg("-D")
            .arg(&cluster)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let psql = |sql: &str| {
            let mut command = as_their_user(&programs.join("psql"), folder);
            command.args(["--username=tester", "--dbname=postgres", "--no-psqlrc", "-c", sql, "--host"]);
            command.arg(&cluster).stdout(Stdio::null()).stderr(Stdio::null());
            command
        };
        wait_until("PostgreSQL answers", || psql("select 1").status().unwrap().success());
        let asleep = psql("select pg_sleep(600)").spawn().unwrap();
        Self { server, asleep }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        // SIGQUIT: immediately, all its children with it.
        let server = self.server.id().to_string();
        let _ = Command::new("kill").args(["-QUIT", &server]).status();
        let _ = self.server.wait();
        let _ = self.asleep.kill();
        let _ = self.asleep.wait();
    }
}

fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let until = Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(Instant::now() < until, "waited without result: {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn json(answer: &str) -> Value {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
    serde_json::from_str(body).unwrap()
}

#[test]
fn a_postgres_of_the_same_user_is_watched_and_its_native_frames_have_names() {
    const NAME: &str = "a_postgres_of_the_same_user_is_watched_and_its_native_frames_have_names";
    if !cfg!(target_os = "linux") {
        return skipped(NAME, "other processes are looked into on Linux only");
    }
    let Some(programs) = postgres_programs() else {
        return skipped(
            NAME,
            "no PostgreSQL here (initdb, postgres and psql on the path or in /usr/lib/postgresql)",
        );
    };
    let rookeryd = Path::new(env!("CARGO_BIN_EXE_rookeryd"));
    let stackcap = rookeryd.with_file_name("stackcap");
    if !stackcap.is_file() {
        return skipped(NAME, "the capture program is not built (cargo build -p rookery-stackcap)");
    }
    let folder = open_folder();
    let [rookeryd, stackcap] = [rookeryd, &stackcap].map(|program| {
        let copy = folder.path().join(program.file_name().unwrap());
        std::fs::copy(program, &copy).unwrap();
        std::fs::set_permissions(&copy, std::fs::Permissions::from_mode(0o755)).unwrap();
        copy
    });
    let _postgres = Postgres::start(&programs, folder.path());
    let mut command = as_their_user(&rookeryd, folder.path());
    command.arg("--data").arg(folder.path().join("data")).arg("--stackcap").arg(&stackcap);
    command.args(["--other-processes"]).env("XDG_CACHE_HOME", folder.path().join("data"));
    let server = Running::spawned(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
    let token = format!("X-Rookery-Token: {}\r\n", server.token());

    // The backend of the one who sleeps sets its title to what it does.
    let mut backend = None;
    wait_until("the sleeping backend is listed", || {
        let list = json(&server.request_with("GET", "/rookery/processes", &token, ""));
        backend = list["Results"]
            .as_array()
            .unwrap()
            .iter()
            .find(|process| process["Command"].as_str().unwrap().ends_with("[local] SELECT"))
            .map(|process| process["Id"].as_u64().unwrap());
        backend.is_some()
    });
    let backend = backend.unwrap();

    let path = format!("/rookery/processes/runaway?processId={backend}&intervalInMs=50");
    let live = json(&server.request_with("GET", &path, &token, ""));
    let thread = &live["Runaway Threads"]["List"][0];
    assert_eq!((thread["Id"].as_u64(), thread["Name"].as_str()), (Some(backend), Some("postgres")), "{live}");
    assert_eq!(thread["State"], "Wait");

    let list = json(&server.request_with("GET", "/rookery/processes", &token, ""));
    if list["Capture"]["Possible"] != true {
        return skipped(NAME, &format!("watched, but not captured: {}", list["Capture"]["Sentence"]));
    }
    let path = format!("/rookery/processes/stack-trace?processId={backend}&cpuSampleInMs=1");
    let capture = json(&server.request_with("GET", &path, &token, ""));
    let frames: Vec<&str> =
        capture["Results"][0]["StackTrace"].as_array().unwrap().iter().map(|f| f.as_str().unwrap()).collect();
    // Innermost first, as PostgreSQL's own sources call them.
    let place = |name: &str| {
        frames
            .iter()
            .position(|frame| frame.contains(name))
            .unwrap_or_else(|| panic!("no {name} in {frames:#?}"))
    };
    let order = ["epoll_wait", "WaitLatch", "pg_sleep", "PostgresMain", "PostmasterMain", "main"].map(place);
    assert!(order.is_sorted(), "{frames:#?}");

    // The one who was looked at sleeps on.
    let again = json(&server.request_with("GET", &path, &token, ""));
    assert_eq!(again["Results"], capture["Results"]);
}
