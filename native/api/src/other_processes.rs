//! The process inspector of programs that embed the engine: this user's processes, read by the crate
//! rookery-stacks.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

use rookery_stacks::{
    CaptureOptions, SelfTest, grant_command, helper_for_others, processes, sample_threads, self_test,
};

use crate::own_process::{OwnProcess, capture_with_usage, sentence, threads_report};
use crate::processes::{CaptureAvailability, ProcessEntry, ProcessInspector, ProcessList};
use crate::threads::{StackReport, ThreadInspector, ThreadsReport};

/// The capture program's word for the sum of all circumstances.
const OTHERS: &str = "other-processes";

/// Looks at processes of the user who runs this program; the capture program checks again that they are.
#[derive(Debug)]
pub struct OtherProcesses {
    own: OwnProcess,
}

impl OtherProcesses {
    /// `helper` is the stack capture program; an installed copy with the capability is preferred.
    pub fn new(helper: Option<PathBuf>) -> Self {
        Self { own: OwnProcess::new(helper) }
    }

    fn helper(&self) -> Result<PathBuf, String> {
        let helper = self
            .own
            .helper()
            .ok_or("Stacks cannot be captured: the path of the capture program (stackcap) is not set.")?;
        Ok(helper_for_others(helper))
    }
}

impl ProcessInspector for OtherProcesses {
    fn processes(&self) -> Result<ProcessList, String> {
        let own = std::process::id();
        let processes = processes().map_err(|error| sentence(&error))?;
        let possible = self.helper().and_then(|helper| {
            let test = self_test(&helper).map_err(|error| sentence(&error))?;
            Ok(possible(test, self.own.helper().and_then(grant_command)))
        });
        Ok(ProcessList {
            processes: processes
                .into_iter()
                .map(|process| ProcessEntry {
                    id: process.pid,
                    name: process.name,
                    command: process.command,
                    threads: process.threads,
                    is_own: process.pid == own,
                })
                .collect(),
            possible: possible.unwrap_or_else(|sentence| CaptureAvailability {
                holds: false,
                sentence,
                facts: Vec::new(),
                grant: None,
            }),
        })
    }

    fn runaway(&self, process: u32, sample: Duration) -> Result<ThreadsReport, String> {
        if process == std::process::id() {
            return self.own.runaway(sample);
        }
        let sample = sample_threads(process, sample).map_err(|error| sentence(&error))?;
        Ok(threads_report(sample, &HashMap::new()))
    }

    fn stack_trace(&self, process: u32, ids: &[u32], cpu_sample: Duration) -> Result<StackReport, String> {
        if process == std::process::id() {
            return self.own.stack_trace(ids, cpu_sample);
        }
        let options = CaptureOptions {
            pid: process,
            threads: ids.to_vec(),
            helper: self.helper()?,
            own_process: false,
        };
        capture_with_usage(&options, cpu_sample, &HashMap::new())
    }
}

/// The capture program's report; the sentence is the one about other processes.
fn possible(test: SelfTest, grant: Option<String>) -> CaptureAvailability {
    let others = test.possibilities.iter().find(|fact| fact.code == OTHERS);
    let holds = test.passed && others.is_some_and(|fact| fact.holds);
    let holds_fact = |code: &str| test.possibilities.iter().any(|fact| fact.code == code && fact.holds);
    // A capability does not help where the kernel forbids ptrace or ignores capabilities.
    let curable = !holds && test.passed && !holds_fact("nosuid") && !holds_fact("no-new-privs");
    let forbidden =
        test.possibilities.iter().any(|fact| fact.code == "yama" && fact.sentence.contains("is 3"));
    CaptureAvailability {
        holds,
        sentence: others.map_or(test.sentence, |fact| fact.sentence.clone()),
        grant: grant.filter(|_| curable && !forbidden),
        facts: test.possibilities.into_iter().map(|fact| (fact.code, fact.holds, fact.sentence)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use rookery_stacks::Possibility;

    use super::*;

    fn test(facts: &[(&str, bool, &str)]) -> SelfTest {
        SelfTest {
            passed: true,
            sentence: "self-test passed".into(),
            possibilities: facts
                .iter()
                .map(|(code, holds, sentence)| Possibility {
                    code: (*code).to_owned(),
                    holds: *holds,
                    sentence: (*sentence).to_owned(),
                })
                .collect(),
        }
    }

    #[test]
    fn the_command_is_offered_just_where_it_would_help() {
        let others = (OTHERS, false, "only children and consenting processes");
        let offered = |facts: &[_]| possible(test(facts), Some("sudo sh".into())).grant.is_some();
        assert!(offered(&[("yama", true, "kernel.yama.ptrace_scope is 1: …"), others]));
        assert!(!offered(&[("yama", true, "kernel.yama.ptrace_scope is 3: …"), others]));
        assert!(!offered(&[("nosuid", true, "mounted nosuid"), others]));
        assert!(!offered(&[(OTHERS, true, "other processes of this user can be captured")]));
        let can = possible(test(&[(OTHERS, true, "can be captured")]), Some("sudo sh".into()));
        assert!(can.holds && can.sentence == "can be captured");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_threads_of_a_child_are_read_without_the_capture_program_until_it_ends() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let inspector = OtherProcesses::new(None);
        let report = inspector.runaway(child.id(), Duration::from_millis(20)).unwrap();
        assert_eq!(report.threads.len(), 1);
        assert_eq!((report.threads[0].id, report.threads[0].name.as_str()), (child.id(), "sleep"));
        assert!(report.threads[0].job.is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        let sentence = inspector.runaway(child.id(), Duration::from_millis(20)).unwrap_err();
        assert!(sentence.contains("(code target-gone)"), "{sentence}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn without_the_capture_program_the_list_says_so() {
        let list = OtherProcesses::new(None).processes().unwrap();
        assert!(list.processes.iter().any(|process| process.is_own));
        assert!(!list.possible.holds && list.possible.sentence.contains("stackcap"));
    }
}
