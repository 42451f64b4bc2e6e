//! Names of the system calls in which threads of servers are usually found. Numbers differ from processor to
//! processor, so they are taken from libc's own list.

/// The name of a call, if it is a usual one.
pub(super) fn name_of(number: libc::c_long) -> Option<&'static str> {
    USUAL.iter().chain(OLDER).find(|(known, _)| *known == number).map(|(_, name)| *name)
}

macro_rules! calls {
    ($($constant:ident $name:literal),* $(,)?) => {
        &[$((libc::$constant, $name)),*]
    };
}

const USUAL: &[(libc::c_long, &str)] = calls![
    SYS_futex "futex",
    SYS_epoll_pwait "epoll_pwait",
    SYS_epoll_pwait2 "epoll_pwait2",
    SYS_ppoll "ppoll",
    SYS_pselect6 "pselect6",
    SYS_read "read",
    SYS_write "write",
    SYS_readv "readv",
    SYS_writev "writev",
    SYS_pread64 "pread64",
    SYS_pwrite64 "pwrite64",
    SYS_preadv "preadv",
    SYS_pwritev "pwritev",
    SYS_fsync "fsync",
    SYS_fdatasync "fdatasync",
    SYS_sync_file_range "sync_file_range",
    SYS_fallocate "fallocate",
    SYS_ftruncate "ftruncate",
    SYS_openat "openat",
    SYS_close "close",
    SYS_renameat2 "renameat2",
    SYS_unlinkat "unlinkat",
    SYS_flock "flock",
    SYS_accept "accept",
    SYS_accept4 "accept4",
    SYS_connect "connect",
    SYS_recvfrom "recvfrom",
    SYS_recvmsg "recvmsg",
    SYS_sendto "sendto",
    SYS_sendmsg "sendmsg",
    SYS_sendfile "sendfile",
    SYS_nanosleep "nanosleep",
    SYS_clock_nanosleep "clock_nanosleep",
    SYS_wait4 "wait4",
    SYS_waitid "waitid",
    SYS_rt_sigtimedwait "rt_sigtimedwait",
    SYS_rt_sigsuspend "rt_sigsuspend",
    SYS_restart_syscall "restart_syscall",
    SYS_mmap "mmap",
    SYS_munmap "munmap",
    SYS_madvise "madvise",
    SYS_msync "msync",
    SYS_sched_yield "sched_yield",
    SYS_io_uring_enter "io_uring_enter",
    SYS_getrandom "getrandom",
];

/// Calls that only x86-64 has.
#[cfg(target_arch = "x86_64")]
const OLDER: &[(libc::c_long, &str)] =
    calls![SYS_epoll_wait "epoll_wait", SYS_poll "poll", SYS_select "select", SYS_pause "pause"];
#[cfg(not(target_arch = "x86_64"))]
const OLDER: &[(libc::c_long, &str)] = &[];
