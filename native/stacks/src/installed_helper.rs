//! The installed copy of the capture program that carries a capability: where it is, whether its place is
//! safe, and the command that installs it.
//!
//! A program with a capability is only as trustworthy as the folders above it: any user who can write to one of
//! them can put another program in its place. `native/stackcap/postinstall.sh` therefore installs into a
//! folder that root alone can change, and a copy with a capability in any other place is not started.

use std::path::{Path, PathBuf};

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
use crate::StackError;

/// Where `postinstall.sh` and packages install the copy.
const INSTALLED: [&str; 3] =
    ["/usr/local/lib/rookery/stackcap", "/usr/lib/rookery/stackcap", "/opt/rookery/stackcap"];

/// The installed copy, where there is one and this user may run it; else the plain program.
pub fn helper_for_others(plain: &Path) -> PathBuf {
    let installed = INSTALLED.into_iter().map(Path::new).find(|path| may_run(path));
    installed.unwrap_or(plain).to_owned()
}

/// The command that allows the capture program to stop other processes of this user; none where the installer
/// is not next to the program.
pub fn grant_command(plain: &Path) -> Option<String> {
    grant_among(&INSTALLED.map(Path::new), plain)
}

fn grant_among(installed: &[&Path], plain: &Path) -> Option<String> {
    // It is installed, but this user is not a member of its group.
    if let Some(closed) = installed.iter().find(|path| path.is_file() && !may_run(path)) {
        return Some(format!("sudo usermod -aG \"$(stat -c %G {})\" \"$USER\"", quoted(closed.to_str()?)));
    }
    let installer = plain.with_file_name("postinstall.sh");
    if !installer.is_file() {
        return None;
    }
    Some(format!("sudo sh {} {}", quoted(installer.to_str()?), quoted(plain.to_str()?)))
}

/// A path as one word of a shell command.
fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    if path.chars().all(plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', r"'\''")) }
}

#[cfg(target_os = "linux")]
fn may_run(file: &Path) -> bool {
    use std::os::unix::ffi::OsStrExt;
    let Ok(path) = std::ffi::CString::new(file.as_os_str().as_bytes()) else { return false };
    // SAFETY: the path is a C string that lives through the call.
    unsafe { libc::access(path.as_ptr(), libc::X_OK) == 0 }
}

#[cfg(not(target_os = "linux"))]
fn may_run(_file: &Path) -> bool {
    false
}

/// Refuses a program that gains rights when it is run (a file capability, set-uid, set-gid) in a place that a
/// user other than root can change. A program without such rights may be anywhere.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) fn require_safe_place(helper: &Path) -> Result<(), StackError> {
    use std::os::unix::fs::MetadataExt;
    let Ok(file) = std::fs::metadata(helper) else { return Ok(()) };
    if file.mode() & 0o6000 == 0 && !carries_a_capability(helper) {
        return Ok(());
    }
    let real = std::fs::canonicalize(helper)
        .map_err(|error| StackError::io(format!("finding the place of {}", helper.display()), error))?;
    for path in real.ancestors() {
        let found = std::fs::symlink_metadata(path)
            .map_err(|error| StackError::io(format!("looking at {}", path.display()), error))?;
        let because = if found.uid() != 0 {
            "belongs to another user than root"
        } else if found.mode() & 0o022 != 0 {
            "can be written by others than root"
        } else {
            continue;
        };
        return Err(StackError::Refused {
            code: "helper-unsafe".to_owned(),
            message: format!(
                "The capture program {} has privileges, but {} {because}, so it is not started.",
                real.display(),
                path.display()
            ),
            next_step: format!(
                "Remove the privileges (sudo setcap -r {}) and install a copy with postinstall.sh.",
                quoted(&real.to_string_lossy())
            ),
        });
    }
    Ok(())
}

/// Whether the file has the attribute `security.capability`.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) fn carries_a_capability(file: &Path) -> bool {
    use std::os::unix::ffi::OsStrExt;
    let Ok(path) = std::ffi::CString::new(file.as_os_str().as_bytes()) else { return false };
    // SAFETY: both strings are C strings that live through the call; a size of zero returns only the length.
    let length =
        unsafe { libc::getxattr(path.as_ptr(), c"security.capability".as_ptr(), std::ptr::null_mut(), 0) };
    length > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_an_installed_copy_the_plain_program_is_used() {
        if INSTALLED.iter().any(|path| may_run(Path::new(path))) {
            println!(
                "skipped: without_an_installed_copy_the_plain_program_is_used: a copy is installed here"
            );
            return;
        }
        assert_eq!(helper_for_others(Path::new("/nowhere/stackcap")), PathBuf::from("/nowhere/stackcap"));
    }

    /// A shell of Unix runs the command.
    #[cfg(unix)]
    #[test]
    fn the_command_installs_a_copy_and_never_gives_the_plain_file_a_capability() {
        let folder = std::env::temp_dir().join(format!("rookery 'hint' {}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let plain = folder.join("stackcap");
        let without_installer = grant_among(&[], &plain);
        std::fs::write(folder.join("postinstall.sh"), "").unwrap();
        let command = grant_among(&[Path::new("/nowhere/stackcap")], &plain);
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(without_installer, None);
        let command = command.unwrap();
        let quoted_folder = folder.to_str().unwrap().replace('\'', r"'\''");
        assert_eq!(command, format!("sudo sh '{quoted_folder}/postinstall.sh' '{quoted_folder}/stackcap'"));
        assert!(!command.contains("setcap"));
    }

    /// A shell of Unix runs the command.
    #[cfg(unix)]
    #[test]
    fn a_copy_that_this_user_may_not_run_needs_its_group() {
        // A file without execute permission represents a copy of a group that this user is not in.
        let closed = std::env::temp_dir().join(format!("rookery-closed-{}", std::process::id()));
        std::fs::write(&closed, "").unwrap();
        let command = grant_among(&[&closed], Path::new("/nowhere/stackcap"));
        std::fs::remove_file(&closed).unwrap();
        let expected = format!("sudo usermod -aG \"$(stat -c %G {})\" \"$USER\"", closed.display());
        assert_eq!(command, Some(expected));
    }

    #[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
    #[test]
    fn a_set_uid_program_in_a_folder_that_others_can_write_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let file = std::env::temp_dir().join(format!("rookery-unsafe-{}", std::process::id()));
        std::fs::write(&file, "").unwrap();
        let plain = require_safe_place(&file);
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o4755)).unwrap();
        let privileged = require_safe_place(&file);
        std::fs::remove_file(&file).unwrap();
        assert!(plain.is_ok());
        let error = privileged.unwrap_err();
        assert_eq!(error.code(), "helper-unsafe");
        assert!(error.to_string().contains("setcap -r"), "{error}");
    }
}
