//! This process's own capabilities: lowered while it checks, raised for the seize, thrown away before it writes.
//!
//! With the capability lowered the kernel's ordinary rules apply to us, so a file of the target that opens then
//! is a check made by the kernel itself.

use std::io;

const VERSION_3: u32 = 0x2008_0522;
const SYS_PTRACE: u32 = 19;

/// The three sets, 64 bits each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sets {
    /// What is in force.
    pub effective: u64,
    /// What may be put in force.
    pub permitted: u64,
    /// What an executed program may inherit.
    pub inheritable: u64,
}

impl Sets {
    /// May the ptrace capability be put in force?
    pub fn may_trace(self) -> bool {
        self.permitted & (1 << SYS_PTRACE) != 0
    }
}

#[repr(C)]
struct Header {
    version: u32,
    pid: libc::c_int,
}

#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Half {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}

/// What we have now.
pub fn read() -> io::Result<Sets> {
    let mut header = Header { version: VERSION_3, pid: 0 };
    let mut halves = [Half::default(); 2];
    // SAFETY: version 3 takes exactly this header and two halves, all of them ours.
    let answer = unsafe { libc::syscall(libc::SYS_capget, &raw mut header, halves.as_mut_ptr()) };
    if answer != 0 {
        return Err(io::Error::last_os_error());
    }
    let [low, high] = halves;
    let join = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
    Ok(Sets {
        effective: join(low.effective, high.effective),
        permitted: join(low.permitted, high.permitted),
        inheritable: join(low.inheritable, high.inheritable),
    })
}

/// Puts nothing in force, keeping the right to raise it again.
pub fn lower() -> io::Result<()> {
    let now = read()?;
    write(Sets { effective: 0, ..now })
}

/// Puts the ptrace capability, and only that, in force where we have it.
pub fn raise_tracing() -> io::Result<()> {
    let now = read()?;
    write(Sets { effective: now.permitted & (1 << SYS_PTRACE), ..now })
}

/// Gives up every capability for good, and makes sure of it.
pub fn drop_all() -> io::Result<()> {
    // SAFETY: this prctl takes plain numbers. Kernels without ambient capabilities answer EINVAL, which is as good.
    unsafe { libc::prctl(libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) };
    write(Sets::default())?;
    if read()? == Sets::default() {
        Ok(())
    } else {
        Err(io::Error::other("capabilities remained after they were dropped"))
    }
}

fn write(sets: Sets) -> io::Result<()> {
    let mut header = Header { version: VERSION_3, pid: 0 };
    let half = |shift: u32| Half {
        effective: (sets.effective >> shift) as u32,
        permitted: (sets.permitted >> shift) as u32,
        inheritable: (sets.inheritable >> shift) as u32,
    };
    let halves = [half(0), half(32)];
    // SAFETY: version 3 takes exactly this header and two halves, all of them ours.
    let answer = unsafe { libc::syscall(libc::SYS_capset, &raw mut header, halves.as_ptr()) };
    if answer == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
