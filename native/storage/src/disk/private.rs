//! Files and folders that only their owner can use: modes 0600 and 0700, whatever the umask is. Unix only;
//! elsewhere a folder's access list is inherited and nothing is changed.

#[cfg(unix)]
use std::fs;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

use super::Tightened;

/// Makes a new file the owner's alone, also in the moment between its creation and [`restrict`].
#[cfg(unix)]
pub(super) fn owner_only(options: &mut OpenOptions) -> &mut OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    options.mode(FILE)
}

/// Nothing to do.
#[cfg(not(unix))]
pub(super) fn owner_only(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Gives an open file its mode: that of an older file may be wider, and the umask may have taken bits from a
/// new one.
#[cfg(unix)]
pub(super) fn restrict(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let permissions = file.metadata()?.permissions();
    if permissions.mode() & ALL == FILE {
        return Ok(());
    }
    not_ours_is_fine(file.set_permissions(fs::Permissions::from_mode(FILE)))
}

/// Nothing to do.
#[cfg(not(unix))]
pub(super) fn restrict(_file: &File) -> io::Result<()> {
    Ok(())
}

/// Makes a folder that must not be there yet.
pub(super) fn create_folder(folder: &Path) -> io::Result<()> {
    builder().create(folder)?;
    restrict_folder(folder)
}

/// Makes a folder and those above it, as far as they are missing.
pub(super) fn create_folders(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    builder().recursive(true).create(folder)?;
    restrict_folder(folder)
}

#[cfg(unix)]
const FILE: u32 = 0o600;
#[cfg(unix)]
const FOLDER: u32 = 0o700;
/// The bits that say who may do what, and the three special ones.
#[cfg(unix)]
const ALL: u32 = 0o7777;
/// Every user may create files in such a folder, `/tmp` for instance.
#[cfg(unix)]
const STICKY: u32 = 0o1000;

#[cfg(unix)]
fn builder() -> DirBuilder {
    use std::os::unix::fs::DirBuilderExt;
    let mut builder = DirBuilder::new();
    builder.mode(FOLDER);
    builder
}

#[cfg(not(unix))]
fn builder() -> DirBuilder {
    DirBuilder::new()
}

#[cfg(unix)]
fn restrict_folder(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    not_ours_is_fine(fs::set_permissions(folder, fs::Permissions::from_mode(FOLDER)))
}

#[cfg(not(unix))]
fn restrict_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// A file of another owner keeps its mode, as does one on a file system without modes; [`tighten`] reports
/// them.
#[cfg(unix)]
fn not_ours_is_fine(changed: io::Result<()>) -> io::Result<()> {
    match changed {
        Err(error) if is_not_ours(&error) => Ok(()),
        other => other,
    }
}

#[cfg(unix)]
fn is_not_ours(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::Unsupported)
        || error.raw_os_error() == Some(libc::EROFS)
}

/// Removes other users' access to a path and, if `below`, to everything below it. Links below it are not
/// followed.
#[cfg(unix)]
pub(super) fn tighten(path: &Path, below: bool, done: &mut Tightened) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let found = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        other => other?,
    };
    let (mode, is_folder) = (found.permissions().mode() & ALL, found.is_dir());
    let wanted = if is_folder { FOLDER } else { FILE };
    let is_shared = is_folder && mode & STICKY != 0;
    if mode & !wanted != 0 && !is_shared && (is_folder || found.is_file()) {
        match fs::set_permissions(path, fs::Permissions::from_mode(wanted)) {
            Ok(()) => done.changed += 1,
            Err(error) if is_not_ours(&error) => {
                done.kept.get_or_insert_with(|| path.to_owned());
            }
            Err(error) => return Err(error),
        }
    }
    if is_folder && below {
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            if !entry.file_type()?.is_symlink() {
                tighten(&entry.path(), true, done)?;
            }
        }
    }
    Ok(())
}

/// Nothing to do.
#[cfg(not(unix))]
pub(super) fn tighten(_path: &Path, _below: bool, _done: &mut Tightened) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("the test made it").permissions().mode() & ALL
    }

    #[test]
    fn an_open_tree_is_tightened_once_and_links_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::NamedTempFile::new().unwrap();
        fs::set_permissions(elsewhere.path(), fs::Permissions::from_mode(0o644)).unwrap();
        let (inner, file) = (folder.path().join("inner"), folder.path().join("inner/file"));
        fs::create_dir(&inner).unwrap();
        fs::write(&file, "x").unwrap();
        std::os::unix::fs::symlink(elsewhere.path(), inner.join("link")).unwrap();
        for (path, open) in [(folder.path(), 0o755), (&inner, 0o777), (&file, 0o664)] {
            fs::set_permissions(path, fs::Permissions::from_mode(open)).unwrap();
        }
        let mut done = Tightened::default();
        tighten(folder.path(), true, &mut done).unwrap();
        assert_eq!((done.changed, done.kept.is_none()), (3, true));
        assert_eq!((mode(folder.path()), mode(&inner), mode(&file)), (0o700, 0o700, 0o600));
        assert_eq!(mode(elsewhere.path()), 0o644);
        let mut again = Tightened::default();
        tighten(folder.path(), true, &mut again).unwrap();
        assert_eq!(again.changed, 0);
    }

    #[test]
    fn a_shared_folder_is_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o1777)).unwrap();
        tighten(folder.path(), false, &mut Tightened::default()).unwrap();
        assert_eq!(mode(folder.path()), 0o1777);
    }
}
