//! Separate debug files: next to the program (`rookery.node.debug`) or where distributions install them. The
//! build id of the file must be the program's; a name alone proves nothing.

use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use super::headers::Headers;
use super::{DebugFileMark, Source};

/// The debug file of `program` with this build id.
pub(crate) fn find(build_id: &[u8], program: &Source) -> Option<(Source, Headers)> {
    candidates(build_id, program).into_iter().find_map(|path| {
        let source = Source::File(super::open_regular(&path).ok()?);
        let headers = Headers::read(&source).ok()?;
        (headers.build_id.as_deref() == Some(build_id)).then_some((source, headers))
    })
}

/// Identifies the debug file of a build id, so that names from another one, or without one, are not used.
pub(crate) fn mark(build_id: &[u8], program: &Source) -> DebugFileMark {
    let metadata = candidates(build_id, program).into_iter().find_map(|path| std::fs::metadata(path).ok());
    metadata.map_or([0; 3], |metadata| {
        [metadata.dev(), metadata.ino(), metadata.ctime().unsigned_abs() ^ metadata.size() << 32]
    })
}

fn candidates(build_id: &[u8], program: &Source) -> Vec<PathBuf> {
    [beside(program), installed(build_id)].into_iter().flatten().collect()
}

/// `<program>.debug` in the program's folder.
fn beside(program: &Source) -> Option<PathBuf> {
    let Source::File(file) = program else { return None };
    let mut path = std::fs::read_link(format!("/proc/self/fd/{}", file.as_raw_fd())).ok()?.into_os_string();
    path.push(".debug");
    Some(path.into())
}

fn installed(build_id: &[u8]) -> Option<PathBuf> {
    let (first, rest) = build_id.split_first()?;
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    Some(PathBuf::from(format!("/usr/lib/debug/.build-id/{first:02x}/{}.debug", hex(rest))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_the_one_distributions_use() {
        assert_eq!(
            installed(&[0xab, 0xcd, 0x01]).unwrap(),
            PathBuf::from("/usr/lib/debug/.build-id/ab/cd01.debug")
        );
        assert_eq!(installed(&[]), None);
    }

    #[test]
    fn a_debug_file_beside_the_program_is_used_only_with_its_build_id() {
        let folder = std::env::temp_dir().join(format!("rookery-debug-file-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (program, debug_file) = (folder.join("program"), folder.join("program.debug"));
        let own = std::env::current_exe().unwrap();
        std::fs::copy(&own, &program).unwrap();
        let source = Source::File(super::super::open_regular(&program).unwrap());
        let build_id = Headers::read(&source).unwrap().build_id.expect("test programs have a build id");
        let without = mark(&build_id, &source);
        assert!(find(&build_id, &source).is_none());

        std::fs::copy(&own, &debug_file).unwrap();
        assert!(find(&build_id, &source).is_some());
        assert_ne!(mark(&build_id, &source), without);

        let mut another = build_id.to_vec();
        another[0] ^= 1;
        assert!(find(&another, &source).is_none());
        std::fs::remove_dir_all(folder).unwrap();
    }
}
