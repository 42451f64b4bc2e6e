//! `postinstall.sh`: where it installs the copy with the capability, and where it refuses to. Only root can
//! run it: for anybody else these tests say so and end.

use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::privileges::needs_root;
use crate::refusals::NOBODY;
use crate::target::helper;
use rookery_stacks::{CaptureOptions, StackError, capture};

/// A folder that root alone can change, all the way up; removed when dropped.
struct SafeFolder(PathBuf);

impl SafeFolder {
    fn new(name: &str) -> Self {
        let folder = PathBuf::from(format!("/usr/local/lib/rookery-test-{}-{name}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for SafeFolder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

/// Where the sources are now: a test program can be older than the checkout it runs in.
fn install_script() -> PathBuf {
    PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo test sets it")).join("postinstall.sh")
}

fn postinstall(arguments: &[&str]) -> Output {
    let script = install_script();
    // A group that every system has, so that the test makes none.
    Command::new("sh").arg(script).args(["--group", "daemon"]).args(arguments).output().unwrap()
}

fn assert_refused(output: &Output, part: &str, folder: &Path) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains(part), "{part}: {said}");
    assert!(!folder.join("stackcap").exists() && !folder.join("stackcap.new").exists(), "{said}");
}

#[test]
fn the_copy_belongs_to_root_and_only_its_group_can_run_it() {
    if needs_root("the_copy_belongs_to_root_and_only_its_group_can_run_it") {
        return;
    }
    let safe = SafeFolder::new("good");
    let into = safe.0.join("rookery");
    let output = postinstall(&["--into", into.to_str().unwrap(), helper().to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let copy = into.join("stackcap");
    let (folder, file) = (into.metadata().unwrap(), copy.metadata().unwrap());
    assert_eq!((folder.uid(), folder.mode() & 0o7777), (0, 0o755));
    assert_eq!((file.uid(), file.mode() & 0o7777), (0, 0o750));
    assert_ne!(file.gid(), 0);
    // The copy works for a member of the group, through the crate's own check of its place, and for nobody
    // else.
    let member = Command::new(&copy).arg("--self-test").uid(NOBODY).gid(file.gid()).output().unwrap();
    let said = String::from_utf8_lossy(&member.stdout);
    assert!(said.contains("fact: capability: yes"), "{said}{}", String::from_utf8_lossy(&member.stderr));
    let stranger = Command::new(&copy).arg("--self-test").uid(NOBODY).gid(NOBODY).output();
    assert_eq!(stranger.unwrap_err().kind(), std::io::ErrorKind::PermissionDenied);
    assert!(rookery_stacks::self_test(&copy).unwrap().passed);
    let output = postinstall(&["--into", into.to_str().unwrap(), "--remove"]);
    assert!(output.status.success() && !into.exists(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn folders_that_others_can_change_are_refused() {
    if needs_root("folders_that_others_can_change_are_refused") {
        return;
    }
    let safe = SafeFolder::new("bad");
    let program = helper();
    let install = |into: &Path| postinstall(&["--into", into.to_str().unwrap(), program.to_str().unwrap()]);
    let folder = |name: &str, mode: u32| {
        let folder = safe.0.join(name);
        std::fs::create_dir(&folder).unwrap();
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(mode)).unwrap();
        folder
    };
    let by_group = folder("by-group", 0o775);
    assert_refused(&install(&by_group), "can be written by others", &by_group);
    let by_all = folder("by-all", 0o1777);
    assert_refused(&install(&by_all), "can be written by others", &by_all);
    // The folder itself is root's, but one above it is not.
    let theirs = folder("theirs", 0o755);
    std::fs::create_dir(theirs.join("inner")).unwrap();
    chown(&theirs, Some(NOBODY), None).unwrap();
    assert_refused(&install(&theirs.join("inner")), "belongs to another user", &theirs.join("inner"));
    assert_refused(&install(&theirs.join("new")), "belongs to another user", &theirs.join("new"));
    symlink(&theirs, safe.0.join("link")).unwrap();
    assert_refused(&install(&safe.0.join("link")), "symbolic link", &theirs);
    let dots = safe.0.join("by-group/../fresh");
    assert_refused(&install(&dots), "without . and ..", &safe.0.join("fresh"));
    assert_refused(&install(Path::new("relative")), "absolute path", Path::new("relative"));
    // As an ordinary user.
    let script = install_script();
    let text = std::fs::File::open(script).unwrap();
    let output =
        Command::new("sh").args(["-s", "/bin/true"]).stdin(text).uid(NOBODY).gid(NOBODY).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("only root"), "{output:?}");
}

/// What was advised once: `setcap` on the file in the user's own folder.
#[test]
fn a_helper_with_a_capability_in_a_folder_of_the_users_is_not_started() {
    if needs_root("a_helper_with_a_capability_in_a_folder_of_the_users_is_not_started") {
        return;
    }
    let open = crate::refusals::OpenCopy::of_the_helper();
    let mut child = Command::new("sleep").arg("1000").stdin(Stdio::null()).spawn().unwrap();
    let options =
        CaptureOptions { pid: child.id(), threads: Vec::new(), helper: open.program(), own_process: false };
    let without = capture(&options).map(drop);
    crate::privileges::give_capability(&open.program());
    let with = capture(&options).map(drop);
    let self_test = rookery_stacks::self_test(&open.program()).map(drop);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(without.is_ok(), "{without:?}");
    for refused in [with, self_test] {
        match refused {
            Err(StackError::Refused { code, message, next_step }) => {
                assert_eq!(code, "helper-unsafe");
                assert!(
                    message.contains("/tmp") && next_step.contains("postinstall.sh"),
                    "{message} {next_step}"
                );
            }
            other => panic!("{other:?}"),
        }
    }
}
