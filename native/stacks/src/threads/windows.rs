//! Readings of this process's threads on Windows: `NtQuerySystemInformation` lists them with their states, and a handle of
//! each has its times and name.

use std::collections::HashMap;
use std::io;
use std::mem::size_of;
use std::time::{Duration, SystemTime};

use windows_sys::Wdk::System::SystemInformation::{NtQuerySystemInformation, SystemProcessInformation};
use windows_sys::Win32::Foundation::{
    CloseHandle, FILETIME, HANDLE, LocalFree, RtlNtStatusToDosError, STATUS_INFO_LENGTH_MISMATCH,
};
use windows_sys::Win32::System::Threading::{
    GetSystemTimes, GetThreadDescription, GetThreadTimes, OpenThread, THREAD_QUERY_LIMITED_INFORMATION,
};
use windows_sys::Win32::System::WindowsProgramming::{SYSTEM_PROCESS_INFORMATION, SYSTEM_THREAD_INFORMATION};

use super::ThreadState;
use super::machine::MachineTicks;
use super::reading::{Reading, Turn};
use crate::StackError;

/// 100 ns since 1601, at 1970.
const UNIX_EPOCH_TICKS: u64 = 116_444_736_000_000_000;
const MOST_BYTES: usize = 256 << 20;
/// Reasons of waits, in the order of `KWAIT_REASON`.
const WAIT_REASONS: [&str; 18] = [
    "Executive",
    "FreePage",
    "PageIn",
    "PoolAllocation",
    "DelayExecution",
    "Suspended",
    "UserRequest",
    "WrExecutive",
    "WrFreePage",
    "WrPageIn",
    "WrPoolAllocation",
    "WrDelayExecution",
    "WrSuspended",
    "WrUserRequest",
    "WrEventPair",
    "WrQueue",
    "WrLpcReceive",
    "WrLpcReply",
];

pub(super) fn require_readable(pid: u32) -> Result<(), StackError> {
    if pid == std::process::id() { Ok(()) } else { Err(StackError::other_process_unsupported()) }
}

pub(super) fn read_all(pid: u32, _turn: Turn) -> Result<HashMap<u32, Reading>, StackError> {
    let list = ProcessList::read()
        .map_err(|error| StackError::io(format!("listing the threads of process {pid}"), error))?;
    let threads = list.threads(pid).ok_or(StackError::TargetGone { pid })?;
    Ok(threads.filter_map(|thread| read(&thread)).collect())
}

/// `None` for a thread that has ended.
fn read(listed: &SYSTEM_THREAD_INFORMATION) -> Option<(u32, Reading)> {
    let id = u32::try_from(listed.ClientId.UniqueThread.addr()).ok()?;
    let thread = Thread::open(id)?;
    let Times { created, kernel, user } = thread.times()?;
    let state = match listed.ThreadState {
        1 | 3 => 'K',
        2 => 'R',
        4 => 'X',
        5 => 'S',
        _ => '?',
    };
    let reading = Reading {
        name: thread.name().unwrap_or_else(|| format!("thread {id}")),
        state: ThreadState(state),
        busy: kernel.saturating_add(user),
        user_time: user,
        kernel_time: kernel,
        priority: listed.Priority,
        started_at: Some(created),
        wait_channel: (state == 'S').then(|| wait_reason(listed.WaitReason)),
        syscall: None,
        io: None,
    };
    Some((id, reading))
}

fn wait_reason(number: u32) -> String {
    WAIT_REASONS
        .get(number as usize)
        .map_or_else(|| format!("wait reason {number}"), |name| (*name).to_owned())
}

/// The processes with their threads, as the system wrote them.
struct ProcessList {
    /// Of eight-byte numbers, so that the structures in it are aligned.
    buffer: Vec<u64>,
    bytes: usize,
}

impl ProcessList {
    fn read() -> io::Result<Self> {
        let mut buffer = vec![0_u64; 32 << 10];
        loop {
            let bytes = size_of::<u64>() * buffer.len();
            let size = u32::try_from(bytes).unwrap_or(u32::MAX);
            let mut written = 0;
            // SAFETY: the system writes at most `size` bytes, which `buffer` has.
            let status = unsafe {
                NtQuerySystemInformation(
                    SystemProcessInformation,
                    buffer.as_mut_ptr().cast(),
                    size,
                    &raw mut written,
                )
            };
            match status {
                0.. => return Ok(Self { buffer, bytes: bytes.min(written as usize) }),
                STATUS_INFO_LENGTH_MISMATCH if bytes < MOST_BYTES => buffer.resize(buffer.len() * 2, 0),
                _ => {
                    // SAFETY: takes and returns a number.
                    let code = unsafe { RtlNtStatusToDosError(status) };
                    return Err(io::Error::from_raw_os_error(code.cast_signed()));
                }
            }
        }
    }

    /// The structure at an offset; `None` beyond what was written. `T` consists of numbers and addresses.
    fn at<T: Copy>(&self, offset: usize) -> Option<T> {
        let end = offset.checked_add(size_of::<T>())?;
        // SAFETY: the bytes up to `end` are within the buffer and initialised, and every pattern of bits is a valid `T`.
        (end <= self.bytes)
            .then(|| unsafe { self.buffer.as_ptr().byte_add(offset).cast::<T>().read_unaligned() })
    }

    /// The threads of a process; `None` when it is not in the list.
    fn threads(&self, pid: u32) -> Option<impl Iterator<Item = SYSTEM_THREAD_INFORMATION> + '_> {
        let mut offset = 0_usize;
        loop {
            let process: SYSTEM_PROCESS_INFORMATION = self.at(offset)?;
            if process.UniqueProcessId.addr() == pid as usize {
                let first = offset.checked_add(size_of::<SYSTEM_PROCESS_INFORMATION>())?;
                let each = size_of::<SYSTEM_THREAD_INFORMATION>();
                return Some(
                    (0..process.NumberOfThreads as usize)
                        .map_while(move |number| self.at(first.checked_add(number.checked_mul(each)?)?)),
                );
            }
            if process.NextEntryOffset == 0 {
                return None;
            }
            offset = offset.checked_add(process.NextEntryOffset as usize)?;
        }
    }
}

struct Thread(HANDLE);

struct Times {
    created: SystemTime,
    kernel: Duration,
    user: Duration,
}

impl Thread {
    fn open(id: u32) -> Option<Self> {
        // SAFETY: takes numbers, returns a handle of ours or null.
        let handle = unsafe { OpenThread(THREAD_QUERY_LIMITED_INFORMATION, 0, id) };
        (!handle.is_null()).then_some(Self(handle))
    }

    fn times(&self) -> Option<Times> {
        let [mut created, mut ended, mut kernel, mut user] = [FILETIME::default(); 4];
        // SAFETY: the handle is open, and each address is that of a variable of ours.
        let done = unsafe {
            GetThreadTimes(self.0, &raw mut created, &raw mut ended, &raw mut kernel, &raw mut user)
        };
        (done != 0).then(|| Times {
            created: SystemTime::UNIX_EPOCH + duration(ticks(created).saturating_sub(UNIX_EPOCH_TICKS)),
            kernel: duration(ticks(kernel)),
            user: duration(ticks(user)),
        })
    }

    fn name(&self) -> Option<String> {
        let mut text = std::ptr::null_mut();
        // SAFETY: the handle is open; on success `text` is a text that ends with zero and belongs to us.
        let result = unsafe { GetThreadDescription(self.0, &raw mut text) };
        if result < 0 || text.is_null() {
            return None;
        }
        // SAFETY: as above: every unit up to the zero can be read.
        let length = (0..).take_while(|index| unsafe { *text.add(*index) } != 0).count();
        // SAFETY: these units were just read.
        let name = String::from_utf16_lossy(unsafe { std::slice::from_raw_parts(text, length) });
        // SAFETY: it was allocated for us, and is not used after this.
        unsafe { LocalFree(text.cast()) };
        (!name.is_empty()).then_some(name)
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        // SAFETY: the handle is ours and is closed once.
        unsafe { CloseHandle(self.0) };
    }
}

/// Units of 100 ns.
fn ticks(time: FILETIME) -> u64 {
    u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime)
}

fn duration(ticks: u64) -> Duration {
    Duration::from_nanos(ticks.saturating_mul(100))
}

/// All processors' time since the start of the system. Kernel time includes idle time.
pub(super) fn machine_ticks() -> Option<MachineTicks> {
    let [mut idle, mut kernel, mut user] = [FILETIME::default(); 3];
    // SAFETY: each address is that of a variable of ours.
    let done = unsafe { GetSystemTimes(&raw mut idle, &raw mut kernel, &raw mut user) };
    (done != 0).then(|| MachineTicks { idle: ticks(idle), total: ticks(kernel).saturating_add(ticks(user)) })
}

#[cfg(test)]
mod tests {
    use std::mem::offset_of;

    use super::*;

    #[test]
    fn the_structures_have_the_sizes_of_64_bit_windows() {
        assert_eq!(size_of::<SYSTEM_PROCESS_INFORMATION>(), 0x100);
        assert_eq!(size_of::<SYSTEM_THREAD_INFORMATION>(), 0x50);
        assert_eq!(offset_of!(SYSTEM_PROCESS_INFORMATION, UniqueProcessId), 0x50);
    }

    #[test]
    fn only_this_process_is_read_and_an_ended_one_is_not_in_the_list() {
        assert_eq!(require_readable(4).unwrap_err().code(), "unsupported-platform");
        assert!(ProcessList::read().unwrap().threads(u32::MAX - 1).is_none());
    }

    #[test]
    fn reasons_of_waits_have_names() {
        assert_eq!(wait_reason(6), "UserRequest");
        assert_eq!(wait_reason(15), "WrQueue");
        assert_eq!(wait_reason(18), "wait reason 18");
    }
}
