//! The threads and stacks of other processes of the user who runs this program: Rookery's own routes, which
//! no RavenDB has.
//!
//! The API defines the interface and the JSON; the embedding program provides a [`ProcessInspector`], or
//! none: then the routes report that they are off.

use std::time::Duration;

use serde_json::{Value, json};

use crate::threads::{StackReport, ThreadsReport};

/// Looks at the processes of this user. Calls block.
pub trait ProcessInspector: Send + Sync {
    /// The processes, and whether their stacks can be captured on this machine.
    fn processes(&self) -> Result<ProcessList, String>;
    /// CPU use per thread of one process over `sample`.
    fn runaway(&self, process: u32, sample: Duration) -> Result<ThreadsReport, String>;
    /// The stacks of the threads in `ids` (all when empty) of one process, and their CPU use over
    /// `cpu_sample` afterwards.
    fn stack_trace(&self, process: u32, ids: &[u32], cpu_sample: Duration) -> Result<StackReport, String>;
}

/// The processes of this user.
#[derive(Debug, Clone)]
pub struct ProcessList {
    /// The processes, by id.
    pub processes: Vec<ProcessEntry>,
    /// The capture program's report about other processes on this machine.
    pub possible: CaptureAvailability,
}

/// One process.
#[derive(Debug, Clone)]
pub struct ProcessEntry {
    /// The operating system's process id.
    pub id: u32,
    /// Its short name.
    pub name: String,
    /// Its command line, cut.
    pub command: String,
    /// How many threads it has.
    pub threads: u32,
    /// It is the process that answers.
    pub is_own: bool,
}

/// Whether other processes can be captured, and why.
#[derive(Debug, Clone)]
pub struct CaptureAvailability {
    /// Can they?
    pub holds: bool,
    /// What that means, one sentence.
    pub sentence: String,
    /// Every circumstance that decides: a stable word, whether it holds, a sentence.
    pub facts: Vec<(String, bool, String)>,
    /// The command line that enables it, if there is one.
    pub grant: Option<String>,
}

/// The answer of `/rookery/processes`.
pub fn process_list_object(list: &ProcessList) -> Value {
    let CaptureAvailability { holds, sentence, facts, grant } = &list.possible;
    json!({
        "Results": list.processes.iter().map(|process| json!({
            "Id": process.id,
            "Name": process.name,
            "Command": process.command,
            "ThreadsCount": process.threads,
            "IsOwn": process.is_own,
        })).collect::<Vec<_>>(),
        "Capture": {
            "Possible": holds,
            "Sentence": sentence,
            "Facts": facts.iter().map(|(code, holds, sentence)| json!({
                "Code": code, "Holds": holds, "Sentence": sentence,
            })).collect::<Vec<_>>(),
            "GrantCommand": grant,
        },
    })
}
