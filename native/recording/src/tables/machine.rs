//! Processor, memory, garbage collections and threads of the server.

use crate::table::row_type;

row_type! {
    /// Processor time of one moment.
    pub struct CpuSample = "cpu" {
        /// µs since 1970, clock of the server.
        pub time: i64,
        /// Use of the machine, 0–100.
        pub machine_percent: f64,
        /// Use by the server's process, 0–100 of the machine.
        pub process_percent: f64,
        /// Cores that the server uses.
        pub cores: u64,
        /// Threads of the server.
        pub threads: u64,
    }
}

row_type! {
    /// Memory of one moment. 0 where the server does not say.
    pub struct MemorySample = "memory" {
        /// µs since 1970, clock of the recorder.
        pub time: i64,
        /// Physical memory of the machine in bytes.
        pub physical_bytes: u64,
        /// Memory available on the machine in bytes.
        pub available_bytes: u64,
        /// Working set of the server in bytes.
        pub working_set_bytes: u64,
        /// Managed allocations in bytes.
        pub managed_bytes: u64,
        /// Unmanaged allocations in bytes.
        pub unmanaged_bytes: u64,
        /// Mapped files in bytes.
        pub mapped_bytes: u64,
        /// Dirty memory of the machine in bytes.
        pub dirty_bytes: u64,
        /// Swap in use in bytes.
        pub swap_bytes: u64,
    }
}

row_type! {
    /// A garbage collection of the server.
    pub struct GarbageCollection = "gc" {
        /// When the recorder saw it, µs since 1970, clock of the recorder.
        pub time: i64,
        /// `Ephemeral`, `Background` or `FullBlocking`.
        pub kind: String,
        /// The collection's number.
        pub index: u64,
        /// The oldest collected generation.
        pub generation: u64,
        /// Sum of its pauses in µs.
        pub pause_us: u64,
        /// Share of the time since the start that was spent in pauses, 0–100.
        pub pause_percent: f64,
        /// Size of the heap after it, in bytes.
        pub heap_bytes: u64,
        /// Whether the heap was compacted.
        pub compacted: bool,
    }
}

row_type! {
    /// A thread that used the processor.
    pub struct ThreadSample = "threads" {
        /// µs since 1970, clock of the server.
        pub time: i64,
        /// The system's id of the thread.
        pub thread: u64,
        /// The thread's name.
        pub name: String,
        /// Use of one core, 0–100.
        pub cpu_percent: f64,
        /// `Running`, `Wait`, …
        pub state: String,
        /// `UserRequest`, `ExecutionDelay`, …; empty for running threads.
        pub wait_reason: String,
    }
}

row_type! {
    /// Threads with the same stack.
    pub struct Stack = "stacks" {
        /// When the capture ended, µs since 1970, clock of the recorder.
        pub time: i64,
        /// The number of the capture in the recording.
        pub capture: u64,
        /// What started the capture.
        pub trigger: String,
        /// The system's ids of the threads, separated by commas.
        pub threads: String,
        /// The names of the threads, separated by line feeds.
        pub names: String,
        /// The frames, innermost first, separated by line feeds.
        pub frames: String,
    }
}
