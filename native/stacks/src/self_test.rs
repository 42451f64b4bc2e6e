//! What the capture program can do on this machine, as it says itself, and how to let it do more.

use std::path::{Path, PathBuf};

/// The answer of `stackcap --self-test`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelfTest {
    /// Could it capture a child of its own?
    pub passed: bool,
    /// Its first line: what was captured, or why not.
    pub sentence: String,
    /// Each circumstance that decides over other processes.
    pub possibilities: Vec<Possibility>,
}

/// One circumstance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Possibility {
    /// `capability`, `nosuid`, `no-new-privs`, `yama`, `other-processes`.
    pub code: String,
    /// Does it hold?
    pub holds: bool,
    /// What that means, one sentence.
    pub sentence: String,
}

/// The command by which a person lets the capture program hold other processes of theirs.
pub fn grant_command(helper: &Path) -> String {
    format!("sudo setcap cap_sys_ptrace=ep {}", helper.display())
}

/// The copy that carries the capability, where one is installed beside the plain program and this user may run it;
/// else the plain one.
pub fn helper_for_others(helper: &Path) -> PathBuf {
    let mut name = helper.as_os_str().to_owned();
    name.push("-traced");
    let traced = PathBuf::from(name);
    if may_run(&traced) { traced } else { helper.to_owned() }
}

#[cfg(unix)]
fn may_run(file: &Path) -> bool {
    use std::os::unix::ffi::OsStrExt;
    let Ok(path) = std::ffi::CString::new(file.as_os_str().as_bytes()) else { return false };
    // SAFETY: the path is a C string that lives through the call.
    unsafe { libc::access(path.as_ptr(), libc::X_OK) == 0 }
}

#[cfg(not(unix))]
fn may_run(_file: &Path) -> bool {
    false
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) fn run(helper: &Path) -> Result<SelfTest, crate::StackError> {
    if !helper.is_file() {
        return Err(crate::StackError::HelperMissing { path: helper.to_owned() });
    }
    let said = crate::helper_process::run(helper, &["--self-test".to_owned()], false)?;
    let answer = String::from_utf8_lossy(&said.snapshot);
    Ok(parse(&answer, &said.complaint, said.status.success()))
}

#[cfg(any(test, all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn parse(answer: &str, complaint: &str, passed: bool) -> SelfTest {
    let line = |line: &str| line.strip_prefix("stackcap: ").map(str::to_owned);
    let possibilities = answer.lines().filter_map(|line| {
        let mut parts = line.strip_prefix("stackcap: fact: ")?.splitn(3, ": ");
        let (code, word, sentence) = (parts.next()?, parts.next()?, parts.next()?);
        let holds = match word {
            "yes" => true,
            "no" => false,
            _ => return None,
        };
        Some(Possibility { code: code.to_owned(), holds, sentence: sentence.to_owned() })
    });
    let first = if passed { answer } else { complaint };
    SelfTest {
        passed,
        sentence: first.lines().find_map(line).unwrap_or_else(|| "the program said nothing".to_owned()),
        possibilities: possibilities.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_possibilities_and_what_is_no_such_line_is_passed_over() {
        let answer = "stackcap: self-test passed: 1\nstackcap: fact: yama: no: none: at all\nstackcap: fact: x: maybe: y\nnoise\n";
        let test = parse(answer, "", true);
        assert_eq!(test.sentence, "self-test passed: 1");
        assert_eq!(
            test.possibilities,
            [Possibility { code: "yama".into(), holds: false, sentence: "none: at all".into() }]
        );
        let failed = parse("", "stackcap: refused: seize-denied: no\n", false);
        assert_eq!(failed.sentence, "refused: seize-denied: no");
        assert!(!failed.passed && failed.possibilities.is_empty());
    }

    #[test]
    fn without_an_installed_copy_the_plain_program_serves() {
        assert_eq!(helper_for_others(Path::new("/nowhere/stackcap")), PathBuf::from("/nowhere/stackcap"));
    }
}
