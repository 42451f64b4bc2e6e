//! The system call filter of the last stage: write, leave, return from a signal. Anything else ends the program.

use std::io;

#[cfg(target_arch = "x86_64")]
const THIS_ARCH: u32 = 0xC000_003E;
#[cfg(target_arch = "aarch64")]
const THIS_ARCH: u32 = 0xC000_00B7;

/// Where the call's number and the architecture are in the kernel's `seccomp_data`.
const NUMBER_AT: u32 = 0;
const ARCH_AT: u32 = 4;

const ALLOWED: [libc::c_long; 4] =
    [libc::SYS_write, libc::SYS_exit_group, libc::SYS_exit, libc::SYS_rt_sigreturn];

/// Installs the filter. `no_new_privs` must be set already.
pub fn allow_only_writing() -> io::Result<()> {
    install(&program())
}

fn install(program: &[libc::sock_filter]) -> io::Result<()> {
    let header = libc::sock_fprog { len: program.len() as u16, filter: program.as_ptr().cast_mut() };
    // SAFETY: the header points to a live program of the stated length, which the kernel only reads and copies.
    let answer =
        unsafe { libc::prctl(libc::PR_SET_SECCOMP, libc::SECCOMP_MODE_FILTER, &raw const header, 0, 0) };
    if answer == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

fn program() -> Vec<libc::sock_filter> {
    let load = |offset| statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset);
    let verdict = |action| statement(libc::BPF_RET | libc::BPF_K, action);
    let mut program = vec![
        load(ARCH_AT),
        // On another architecture's calling convention the numbers mean other calls.
        jump_if_equal(THIS_ARCH, 1, 0),
        verdict(libc::SECCOMP_RET_KILL_PROCESS),
        load(NUMBER_AT),
    ];
    for call in ALLOWED {
        program.push(jump_if_equal(call as u32, 0, 1));
        program.push(verdict(libc::SECCOMP_RET_ALLOW));
    }
    program.push(verdict(libc::SECCOMP_RET_KILL_PROCESS));
    program
}

fn statement(code: u32, k: u32) -> libc::sock_filter {
    libc::sock_filter { code: code as u16, jt: 0, jf: 0, k }
}

fn jump_if_equal(k: u32, then: u8, otherwise: u8) -> libc::sock_filter {
    libc::sock_filter {
        code: (libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K) as u16,
        jt: then,
        jf: otherwise,
        k,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs `act` in a child behind the filter and gives the child's wait status. After the fork of a program with
    /// threads only system calls are safe, so everything else is prepared before.
    fn behind_the_filter(act: fn()) -> libc::c_int {
        let program = program();
        // SAFETY: the child makes system calls only and leaves by _exit.
        unsafe {
            match libc::fork() {
                0 => {
                    if libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || install(&program).is_err() {
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
