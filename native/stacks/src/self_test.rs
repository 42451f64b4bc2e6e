//! The capture program's report of what it can do on this machine.

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
use std::path::Path;

/// The answer of `stackcap --self-test`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelfTest {
    /// Could it capture a child of its own?
    pub passed: bool,
    /// Its first line: what was captured, or why not.
    pub sentence: String,
    /// Each circumstance that decides over other processes, and where the test passed their sum.
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

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) fn run(helper: &Path) -> Result<SelfTest, crate::StackError> {
    if !helper.is_file() {
        return Err(crate::StackError::HelperMissing { path: helper.to_owned() });
    }
    let output = crate::helper_process::run(helper, &["--self-test".to_owned()], false)?;
    let answer = String::from_utf8_lossy(&output.snapshot);
    let mut test = parse(&answer, &output.error_text, output.status.success());
    if test.passed {
        test.possibilities.push(others(&test.possibilities, crate::refusal::yama().unwrap_or(0)));
    }
    Ok(test)
}

#[cfg(any(test, all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn parse(answer: &str, error_text: &str, passed: bool) -> SelfTest {
    let line = |line: &str| line.strip_prefix("stackcap: ").map(str::to_owned);
    // After a failed test the facts are on stderr, after the error line: they are needed most then.
    let output = if passed { answer } else { error_text };
    let possibilities = output.lines().filter_map(|line| {
        let mut parts = line.strip_prefix("stackcap: fact: ")?.splitn(3, ": ");
        let (code, word, sentence) = (parts.next()?, parts.next()?, parts.next()?);
        let holds = match word {
            "yes" => true,
            "no" => false,
            _ => return None,
        };
        Some(Possibility { code: code.to_owned(), holds, sentence: sentence.to_owned() })
    });
    SelfTest {
        passed,
        sentence: output.lines().find_map(line).unwrap_or_else(|| "the program output nothing".to_owned()),
        possibilities: possibilities.collect(),
    }
}

/// The sum of the program's facts: can other processes of the same user be captured? `yama` is Yama's level,
/// or 0.
#[cfg(any(test, all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
fn others(facts: &[Possibility], yama: u8) -> Possibility {
    let is = |code: &str| facts.iter().any(|fact| fact.code == code && fact.holds);
    let void = is("nosuid") || is("no-new-privs");
    let (holds, sentence) = match yama {
        0 => (true, "other processes of this user can be captured"),
        3.. => (false, "no: the kernel forbids it altogether"),
        _ if is("capability") => (true, "other processes of this user can be captured, by the capability"),
        1 if void => (false, "only children and consenting processes: a capability is void here"),
        1 => (
            false,
            "only children and consenting processes, until a copy with cap_sys_ptrace=ep is installed",
        ),
        _ if void => (false, "none at all: a capability is void here"),
        _ => (false, "none at all, until a copy with cap_sys_ptrace=ep is installed"),
    };
    Possibility { code: "other-processes".to_owned(), holds, sentence: sentence.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(code: &str, holds: bool) -> Possibility {
        Possibility { code: code.into(), holds, sentence: String::new() }
    }

    #[test]
    fn lines_become_possibilities_and_what_is_no_such_line_is_passed_over() {
        let answer = "stackcap: self-test passed: 1\nstackcap: fact: yama: no: none: at all\nstackcap: fact: x: maybe: y\nnoise\n";
        let test = parse(answer, "", true);
        assert_eq!(test.sentence, "self-test passed: 1");
        let yama = Possibility { code: "yama".into(), holds: false, sentence: "none: at all".into() };
        assert_eq!(test.possibilities, std::slice::from_ref(&yama));
        let failed = parse("", "stackcap: refused: seize-denied: no\n", false);
        assert_eq!(failed.sentence, "refused: seize-denied: no");
        assert!(!failed.passed && failed.possibilities.is_empty());
        let failed =
            parse("", "stackcap: refused: seize-denied: no\nstackcap: fact: yama: no: none: at all\n", false);
        assert_eq!(failed.sentence, "refused: seize-denied: no");
        assert_eq!(failed.possibilities, [yama]);
    }

    #[test]
    fn other_processes_are_possible_just_where_the_kernel_and_the_capability_say_so() {
        for (held, yama, possible) in [
            (&[][..], 0, true),
            (&[], 1, false),
            (&["capability"], 1, true),
            (&["capability"], 2, true),
            (&["capability"], 3, false),
            (&["nosuid"], 1, false),
            (&[], 2, false),
            (&["no-new-privs"], 2, false),
            (&["nosuid", "no-new-privs"], 0, true),
        ] {
            let mut facts =
                vec![fact("capability", false), fact("nosuid", false), fact("no-new-privs", false)];
            facts.retain(|fact| !held.contains(&fact.code.as_str()));
            facts.extend(held.iter().map(|code| fact(code, true)));
            assert_eq!(others(&facts, yama).holds, possible, "{held:?} {yama}");
        }
    }
}
