//! Stacks of all threads, captured when a trigger fires.

use std::collections::HashMap;

use rookery_recording::tables::Stack;
use serde_json::Value;

use crate::values::{number, text};

/// Most stacks of a capture.
const STACKS: usize = 2_000;
/// Most frames of a stack.
const FRAMES: usize = 500;

/// One capture.
pub struct Capture {
    /// When it ended, µs since 1970.
    pub time: i64,
    /// Its number in the recording.
    pub number: u64,
    /// What started it.
    pub trigger: String,
}

/// The stacks of an answer.
pub fn stack_rows(capture: &Capture, answer: &Value) -> Vec<Stack> {
    let threads = answer["Threads"].as_array().into_iter().flatten();
    let names: HashMap<u64, String> =
        threads.map(|thread| (number(thread, "Id"), text(thread, "Name").trim().to_owned())).collect();
    let results = answer["Results"].as_array().into_iter().flatten().take(STACKS);
    results.map(|result| row(capture, result, &names)).collect()
}

fn row(capture: &Capture, result: &Value, names: &HashMap<u64, String>) -> Stack {
    let merged = result["ThreadIds"].as_array().into_iter().flatten().filter_map(Value::as_u64);
    let ids: Vec<u64> = merged.chain(result["OSThreadId"].as_u64()).collect();
    let frames = result["StackTrace"].as_array().into_iter().flatten().take(FRAMES);
    let frames: Vec<&str> = frames.filter_map(Value::as_str).collect();
    let names: Vec<&str> = ids.iter().filter_map(|id| names.get(id).map(String::as_str)).collect();
    Stack {
        time: capture.time,
        capture: capture.number,
        trigger: capture.trigger.clone(),
        threads: ids.iter().map(u64::to_string).collect::<Vec<_>>().join(","),
        names: names.join("\n"),
        frames: frames.join("\n"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn stacks_have_the_names_of_their_threads() {
        let capture = Capture { time: 1, number: 2, trigger: "cpu".to_owned() };
        let answer = json!({
            "Results": [{ "ThreadIds": [7, 8], "StackTrace": ["inner", "outer"] }, { "OSThreadId": 9, "StackTrace": [] }],
            "Threads": [{ "Id": 7, "Name": "Merger\n" }]
        });
        let rows = stack_rows(&capture, &answer);
        assert_eq!((rows[0].threads.as_str(), rows[0].names.as_str()), ("7,8", "Merger"));
        assert_eq!((rows[0].frames.as_str(), rows[1].threads.as_str()), ("inner\nouter", "9"));
        assert_eq!(stack_rows(&capture, &json!(null)), []);
    }
}
