//! Captured stacks for <https://www.speedscope.app>.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};

use crate::container::Recording;
use crate::tables::Stack;
use crate::utc::moment;

/// One sampled profile per capture; the weight of a stack is its number of threads.
pub fn speedscope(recording: &Recording) -> Value {
    let mut captures: BTreeMap<u64, Vec<&Stack>> = BTreeMap::new();
    for stack in &recording.rows.stacks {
        captures.entry(stack.capture).or_default().push(stack);
    }
    let mut frames = Frames::default();
    let profiles: Vec<Value> =
        captures.into_iter().map(|(number, stacks)| profile(number, &stacks, &mut frames)).collect();
    json!({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "name": format!("Stacks of {}", recording.manifest.server),
        "exporter": "Rookery",
        "activeProfileIndex": if profiles.is_empty() { Value::Null } else { json!(0) },
        "shared": { "frames": frames.list.iter().map(|name| json!({ "name": name })).collect::<Vec<_>>() },
        "profiles": profiles,
    })
}

#[derive(Default)]
struct Frames<'a> {
    list: Vec<&'a str>,
    numbers: HashMap<&'a str, usize>,
}

impl<'a> Frames<'a> {
    fn number(&mut self, name: &'a str) -> usize {
        *self.numbers.entry(name).or_insert_with(|| {
            self.list.push(name);
            self.list.len() - 1
        })
    }
}

fn profile<'a>(number: u64, stacks: &[&'a Stack], frames: &mut Frames<'a>) -> Value {
    // Innermost frames are first in a recording and last in a sample.
    let samples: Vec<Vec<usize>> = stacks
        .iter()
        .map(|stack| stack.frames.lines().rev().map(|frame| frames.number(frame)).collect())
        .collect();
    let weights: Vec<usize> = stacks.iter().map(|stack| stack.threads.split(',').count()).collect();
    let (time, trigger) = stacks.first().map_or((0, ""), |stack| (stack.time, stack.trigger.as_str()));
    json!({
        "type": "sampled",
        "name": format!("Capture {number}, {} ({trigger})", moment(time)),
        "unit": "none",
        "startValue": 0,
        "endValue": weights.iter().sum::<usize>(),
        "samples": samples,
        "weights": weights,
    })
}
