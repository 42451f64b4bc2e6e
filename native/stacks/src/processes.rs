//! The processes of this user, whose stacks can be captured.

/// One process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessInfo {
    /// The operating system's process id.
    pub pid: u32,
    /// Its short name.
    pub name: String,
    /// Its command line, cut; empty for those that cleared it.
    pub command: String,
    /// How many threads it has.
    pub threads: u32,
}

#[cfg(target_os = "linux")]
pub(crate) fn list() -> Result<Vec<ProcessInfo>, crate::StackError> {
    linux::list()
}

/// Only this user's processes are read, even where the kernel would show others.
#[cfg(target_os = "linux")]
pub(crate) fn require_own_user(pid: u32) -> Result<(), crate::StackError> {
    linux::require_own_user(pid)
}

#[cfg(target_os = "linux")]
mod linux {
    use std::io::Read;
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;

    use super::ProcessInfo;
    use crate::StackError;

    const MOST_COMMAND_BYTES: u64 = 4096;
    const MOST_COMMAND_CHARACTERS: usize = 200;

    pub(super) fn list() -> Result<Vec<ProcessInfo>, StackError> {
        // SAFETY: reads our own user id.
        let us = unsafe { libc::getuid() };
        let entries =
            std::fs::read_dir("/proc").map_err(|error| StackError::io("listing the processes", error))?;
        let mut found: Vec<ProcessInfo> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let pid = entry.file_name().to_str()?.parse().ok()?;
                // A process that ended during the read, or belongs to another user, is skipped.
                (entry.metadata().ok()?.uid() == us).then(|| describe(&entry.path(), pid))?
            })
            .collect();
        found.sort_unstable_by_key(|process| process.pid);
        Ok(found)
    }

    pub(super) fn require_own_user(pid: u32) -> Result<(), StackError> {
        // SAFETY: reads our own user id.
        let us = unsafe { libc::getuid() };
        match std::fs::metadata(format!("/proc/{pid}")) {
            Ok(folder) if folder.uid() == us => Ok(()),
            // The files of a non-dumpable process belong to root.
            Ok(_) => Err(StackError::Refused {
                code: "other-user".into(),
                message: format!(
                    "The threads of process {pid} are not shown: it belongs to another user, or has closed itself to its own."
                ),
                next_step: "Run Rookery as the user that owns the process.".into(),
            }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(StackError::TargetGone { pid }),
            Err(error) => Err(StackError::io(format!("looking for process {pid}"), error)),
        }
    }

    fn describe(folder: &Path, pid: u32) -> Option<ProcessInfo> {
        // Kernel threads have no program, and nothing to capture.
        std::fs::read_link(folder.join("exe")).ok()?;
        let status = std::fs::read(folder.join("status")).ok()?;
        let status = String::from_utf8_lossy(&status);
        let field =
            |key: &str| Some(status.lines().find_map(|line| line.strip_prefix(key))?.trim().to_owned());
        if field("State:")?.starts_with('Z') {
            return None;
        }
        let mut command = Vec::new();
        // What was read before an error is still true.
        let _cut_short = std::fs::File::open(folder.join("cmdline"))
            .ok()?
            .take(MOST_COMMAND_BYTES)
            .read_to_end(&mut command);
        Some(ProcessInfo {
            pid,
            name: field("Name:")?,
            command: readable(&command),
            threads: field("Threads:")?.parse().ok()?,
        })
    }

    /// Arguments end in a zero each; control characters have no place in a list.
    fn readable(command: &[u8]) -> String {
        let text = String::from_utf8_lossy(command);
        let spaced = text.chars().map(|character| if character.is_control() { ' ' } else { character });
        spaced.take(MOST_COMMAND_CHARACTERS).collect::<String>().trim_end().to_owned()
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn we_are_among_our_own_processes_and_kernel_threads_are_not() {
            let all = list().unwrap();
            let us = all.iter().find(|process| process.pid == std::process::id()).unwrap();
            assert!(us.threads >= 1 && !us.name.is_empty() && !us.command.is_empty(), "{us:?}");
            assert!(all.iter().all(|process| process.name != "kthreadd"), "{all:?}");
        }

        #[test]
        fn a_command_line_is_one_line() {
            assert_eq!(readable(b"a\0b\nc\0"), "a b c");
            assert_eq!(readable(&[b'x'; 9000]).len(), MOST_COMMAND_CHARACTERS);
        }
    }
}
