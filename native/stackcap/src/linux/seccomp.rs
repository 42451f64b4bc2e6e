//! The system call filter of the last stage: write, leave, return from a signal. Anything else ends the program.

use std::io;

use libc::{BPF_ABS, BPF_JEQ, BPF_JMP, BPF_K, BPF_LD, BPF_RET, BPF_W, sock_filter};

/// `AUDIT_ARCH_X86_64` or `AUDIT_ARCH_AARCH64`.
const THIS_ARCH: u32 = if cfg!(target_arch = "x86_64") { 0xC000_003E } else { 0xC000_00B7 };

const LOAD: u32 = BPF_LD | BPF_W | BPF_ABS;
const IF_EQUAL: u32 = BPF_JMP | BPF_JEQ | BPF_K;
const RETURN: u32 = BPF_RET | BPF_K;
/// Where the call's number and the architecture are in the kernel's `seccomp_data`.
const NUMBER_AT: u32 = 0;
const ARCH_AT: u32 = 4;

/// A comparison passes over as many steps as its second (where equal) or third number (where not) says.
static FILTER: [sock_filter; 9] = [
    step(LOAD, 0, 0, ARCH_AT),
    // On another architecture's calling convention the numbers mean other calls.
    step(IF_EQUAL, 0, 5, THIS_ARCH),
    step(LOAD, 0, 0, NUMBER_AT),
    step(IF_EQUAL, 4, 0, libc::SYS_write as u32),
    step(IF_EQUAL, 3, 0, libc::SYS_exit_group as u32),
    step(IF_EQUAL, 2, 0, libc::SYS_exit as u32),
    step(IF_EQUAL, 1, 0, libc::SYS_rt_sigreturn as u32),
    step(RETURN, 0, 0, libc::SECCOMP_RET_KILL_PROCESS),
    step(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW),
];

const fn step(code: u32, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt, jf, k }
}

/// Installs the filter. `no_new_privs` must be set already.
pub fn allow_only_writing() -> io::Result<()> {
    let program = libc::sock_fprog { len: FILTER.len() as u16, filter: FILTER.as_ptr().cast_mut() };
    // SAFETY: the header points to a live program of the stated length, which the kernel only reads and copies.
    match unsafe { libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const program, 0, 0) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs `act` in a child behind the filter and gives the child's wait status. After the fork of a program with
    /// threads only system calls are safe, so the filter is a constant.
    fn behind_the_filter(act: fn()) -> libc::c_int {
        // SAFETY: the child makes system calls only and leaves by _exit.
        unsafe {
            match libc::fork() {
                0 => {
                    if libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
                        || allow_only_writing().is_err()
                    {
                        libc::_exit(99);
                    }
                    act();
                    libc::_exit(7)
                }
                child => {
                    assert!(child > 0);
                    let mut status = 0;
                    assert_eq!(libc::waitpid(child, &raw mut status, 0), child);
                    status
                }
            }
        }
    }

    #[test]
    fn writing_and_leaving_are_allowed() {
        let status = behind_the_filter(|| {
            // SAFETY: writes nothing.
            unsafe { libc::write(2, std::ptr::null(), 0) };
        });
        assert!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 7, "{status:#x}");
    }

    #[test]
    fn anything_else_ends_the_program() {
        let forbidden: [fn(); 4] = [
            // SAFETY: each is a plain system call; none of them returns.
            || unsafe {
                libc::syscall(libc::SYS_getpid);
            },
            // SAFETY: as above.
            || unsafe {
                libc::open(c"/etc/passwd".as_ptr(), libc::O_RDONLY);
            },
            // SAFETY: as above.
            || unsafe {
                libc::ptrace(libc::PTRACE_SEIZE, 1, 0usize, 0usize);
            },
            // SAFETY: as above.
            || unsafe {
                libc::socket(libc::AF_INET, libc::SOCK_STREAM, 0);
            },
        ];
        for act in forbidden {
            let status = behind_the_filter(act);
            assert!(libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGSYS, "{status:#x}");
        }
    }
}
