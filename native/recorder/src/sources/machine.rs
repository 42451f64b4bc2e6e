//! Processor, threads, memory and garbage collections of the server.

use std::collections::HashMap;

use rookery_recording::tables::{CpuSample, GarbageCollection, MemorySample, Rows, ThreadSample};
use serde_json::Value;

use super::{Answer, Parser};
use crate::values::{date, decimal, humane_size, milliseconds, number, text};

/// The busiest threads of a sample that are kept.
const THREADS: usize = 16;
/// Use of a core, in percent, below which a thread is left out.
const BUSY: f64 = 1.0;

/// Samples of the processor and of threads.
pub struct Threads;

impl Parser for Threads {
    fn add(&mut self, answer: &Answer, rows: &mut Rows) {
        let info = answer.json();
        let Some(time) = date(&info, "Date") else { return };
        let cores = number(&info, "ActiveCores");
        rows.cpu.push(CpuSample {
            time,
            machine_percent: decimal(&info, "CpuUsage"),
            process_percent: decimal(&info, "ProcessCpuUsage"),
            cores,
            threads: number(&info, "ThreadsCount"),
        });
        // The server gives the share of all its cores.
        let of_core = |thread: &Value| (decimal(thread, "CpuUsage") * cores.max(1) as f64).clamp(0.0, 100.0);
        let threads = info["List"].as_array().into_iter().flatten();
        let busy = threads.filter(|thread| of_core(thread) >= BUSY).take(THREADS);
        rows.threads.extend(busy.map(|thread| ThreadSample {
            time,
            thread: number(thread, "Id"),
            name: text(thread, "Name").trim().to_owned(),
            cpu_percent: of_core(thread),
            state: text(thread, "State"),
            wait_reason: text(thread, "WaitReason"),
        }));
    }
}

/// Samples of memory.
pub struct Memory;

impl Parser for Memory {
    fn add(&mut self, answer: &Answer, rows: &mut Rows) {
        let info = &answer.json()["MemoryInformation"];
        if !info.is_object() {
            return;
        }
        let size = |name| humane_size(info, name);
        rows.memory.push(MemorySample {
            time: answer.time,
            physical_bytes: size("PhysicalMemory"),
            available_bytes: size("AvailableMemory"),
            working_set_bytes: size("WorkingSet"),
            managed_bytes: size("ManagedAllocations"),
            unmanaged_bytes: size("UnmanagedAllocations"),
            mapped_bytes: size("MemoryMapped"),
            dirty_bytes: size("DirtyMemory"),
            swap_bytes: size("TotalSwapUsage"),
        });
    }
}

/// Garbage collections: the latest of each kind, when it is a new one.
#[derive(Default)]
pub struct Collections {
    seen: HashMap<&'static str, u64>,
}

impl Parser for Collections {
    fn add(&mut self, answer: &Answer, rows: &mut Rows) {
        let answer_json = answer.json();
        for kind in ["Ephemeral", "Background", "FullBlocking"] {
            let info = &answer_json[kind];
            let index = number(info, "Index");
            if index == 0 {
                continue;
            }
            // The first answer has collections of before the recording.
            if self.seen.insert(kind, index).is_none_or(|seen| seen == index) {
                continue;
            }
            let pauses = info["PauseDurations"].as_array().into_iter().flatten();
            rows.gc.push(GarbageCollection {
                time: answer.time,
                kind: kind.to_owned(),
                index,
                generation: number(info, "Generation"),
                pause_us: pauses.map(pause).sum(),
                pause_percent: decimal(info, "PauseTimePercentage"),
                heap_bytes: number(info, "HeapSizeBytes"),
                compacted: info["Compacted"].as_bool().unwrap_or(false),
            });
        }
    }
}

/// A time such as `00:00:00.0043000`, or milliseconds, as µs.
fn pause(value: &Value) -> u64 {
    let Some(text) = value.as_str() else { return milliseconds(&serde_json::json!({ "Ms": value }), "Ms") };
    let seconds = text.split(':').try_fold(0.0, |sum, part| Some(60.0 * sum + part.parse::<f64>().ok()?));
    (seconds.unwrap_or(0.0_f64).max(0.0) * 1e6).round() as u64
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answer(value: &Value) -> Answer {
        Answer { time: 5, took_us: 0, text: value.to_string() }
    }

    #[test]
    fn a_collection_is_recorded_when_it_is_new() {
        let (mut parser, mut rows) = (Collections::default(), Rows::default());
        for index in [7, 7, 9] {
            let collection =
                json!({ "Index": index, "Generation": 1, "PauseDurations": ["00:00:00.0043000", 1.5] });
            parser.add(&answer(&json!({ "Ephemeral": collection, "Background": null })), &mut rows);
        }
        assert_eq!(rows.gc.len(), 1);
        assert_eq!((rows.gc[0].index, rows.gc[0].pause_us), (9, 5_800));
    }

    #[test]
    fn threads_have_their_share_of_one_core() {
        let mut rows = Rows::default();
        let list = json!([{ "Id": 4, "CpuUsage": 24.0, "Name": ".NET GC\n" }, { "Id": 5, "CpuUsage": 0.1 }]);
        let info =
            json!({ "Date": "2026-11-28T00:07:04Z", "ActiveCores": 4, "CpuUsage": 30.0, "List": list });
        Threads.add(&answer(&info), &mut rows);
        assert_eq!((rows.cpu.len(), rows.threads.len()), (1, 1));
        assert_eq!((rows.threads[0].name.as_str(), rows.threads[0].cpu_percent), (".NET GC", 96.0));
        Threads.add(&answer(&json!([])), &mut rows);
        assert_eq!(rows.cpu.len(), 1);
    }
}
