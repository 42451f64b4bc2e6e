//! Readings of this process's threads by `proc_pidinfo` on macOS.

use std::collections::HashMap;
use std::ffi::CStr;
use std::io;
use std::mem::{MaybeUninit, size_of};
use std::time::Duration;

use super::ThreadState;
use super::machine::MachineTicks;
use super::reading::{Reading, Turn};
use crate::StackError;

// Of Apple's <sys/proc_info.h>; the crate libc has the older flavours only, which name threads by address.
const PROC_PIDTHREADID64INFO: libc::c_int = 15;
const PROC_PIDLISTTHREADIDS: libc::c_int = 28;
/// States of <mach/thread_info.h>.
const STATES: [(i32, char); 5] = [(1, 'R'), (2, 'T'), (3, 'S'), (4, 'D'), (5, 'X')];
const MOST_THREADS: usize = 1 << 16;

pub(super) fn require_readable(pid: u32) -> Result<(), StackError> {
    if pid == std::process::id() { Ok(()) } else { Err(StackError::other_process_unsupported()) }
}

pub(super) fn read_all(pid: u32, _turn: Turn) -> Result<HashMap<u32, Reading>, StackError> {
    let process = libc::c_int::try_from(pid).map_err(|_| StackError::TargetGone { pid })?;
    let ids = thread_ids(process)
        .map_err(|error| StackError::io(format!("listing the threads of process {pid}"), error))?;
    Ok(ids
        .into_iter()
        // Identifiers count from the start of the system.
        .filter_map(|id| Some((u32::try_from(id).ok()?, read(process, id)?)))
        .collect())
}

fn thread_ids(process: libc::c_int) -> io::Result<Vec<u64>> {
    let mut ids = vec![0_u64; 256];
    loop {
        let bytes = ids.len() * size_of::<u64>();
        let size = libc::c_int::try_from(bytes).unwrap_or(libc::c_int::MAX);
        // SAFETY: the kernel writes at most `size` bytes, which `ids` has.
        let written =
            unsafe { libc::proc_pidinfo(process, PROC_PIDLISTTHREADIDS, 0, ids.as_mut_ptr().cast(), size) };
        let count = usize::try_from(written).unwrap_or(0) / size_of::<u64>();
        if count == 0 {
            return Err(io::Error::last_os_error());
        }
        // A full list may be cut off.
        if count < ids.len() || ids.len() >= MOST_THREADS {
            ids.truncate(count);
            return Ok(ids);
        }
        ids.resize(ids.len() * 2, 0);
    }
}

/// `None` for a thread that has ended.
fn read(process: libc::c_int, id: u64) -> Option<Reading> {
    let mut info = MaybeUninit::<libc::proc_threadinfo>::zeroed();
    let size = libc::c_int::try_from(size_of::<libc::proc_threadinfo>()).ok()?;
    // SAFETY: the kernel writes at most `size` bytes, which `info` has.
    let written =
        unsafe { libc::proc_pidinfo(process, PROC_PIDTHREADID64INFO, id, info.as_mut_ptr().cast(), size) };
    if written < size {
        return None;
    }
    // SAFETY: every field is a number, for which all bits are valid, and all were zero before the call.
    let info = unsafe { info.assume_init() };
    // Nanoseconds.
    let user_time = Duration::from_nanos(info.pth_user_time);
    let kernel_time = Duration::from_nanos(info.pth_system_time);
    let state = STATES.iter().find(|(number, _)| *number == info.pth_run_state);
    Some(Reading {
        name: name_of(&info).unwrap_or_else(|| format!("thread {id}")),
        state: ThreadState(state.map_or('?', |(_, letter)| *letter)),
        busy: user_time.saturating_add(kernel_time),
        user_time,
        kernel_time,
        priority: info.pth_curpri,
        started_at: None,
        wait_channel: None,
        syscall: None,
        io: None,
    })
}

fn name_of(info: &libc::proc_threadinfo) -> Option<String> {
    let bytes = info.pth_name.map(libc::c_char::cast_unsigned);
    let name = CStr::from_bytes_until_nul(&bytes).ok()?.to_string_lossy().into_owned();
    (!name.is_empty()).then_some(name)
}

/// All processors' ticks since the start of the system.
pub(super) fn machine_ticks() -> Option<MachineTicks> {
    let mut load = libc::host_cpu_load_info { cpu_ticks: [0; 4] };
    let mut count = libc::HOST_CPU_LOAD_INFO_COUNT;
    // SAFETY: the kernel writes at most `count` numbers, which `load` has. The port of the host need not be returned.
    #[expect(deprecated, reason = "the crate libc refers to another crate for one function")]
    let result = unsafe {
        libc::host_statistics64(
            libc::mach_host_self(),
            libc::HOST_CPU_LOAD_INFO,
            (&raw mut load).cast(),
            &raw mut count,
        )
    };
    let ticks = |state: i32| load.cpu_ticks.get(usize::try_from(state).ok()?).copied().map(u64::from);
    (result == libc::KERN_SUCCESS).then(|| {
        Some(MachineTicks {
            idle: ticks(libc::CPU_STATE_IDLE)?,
            total: load.cpu_ticks.iter().copied().map(u64::from).sum(),
        })
    })?
}
