//! Separate debug files, as distributions install them: found by build id, never by name.

use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

use super::headers::Headers;
use super::{DebugFileMark, Source};

/// The installed debug file with this build id.
pub(crate) fn find(build_id: &[u8]) -> Option<(Source, Headers)> {
    let source = super::open_regular(&path_of(build_id)?).ok()?;
    let source = Source::File(source);
    let headers = Headers::read(&source).ok()?;
    (headers.build_id.as_deref() == Some(build_id)).then_some((source, headers))
}

/// Identifies the debug file of a build id, so that names from another one, or without one, are not used.
pub(crate) fn mark(build_id: &[u8]) -> DebugFileMark {
    let metadata = path_of(build_id).and_then(|path| std::fs::metadata(path).ok());
    metadata.map_or([0; 3], |metadata| {
        [metadata.dev(), metadata.ino(), metadata.ctime().unsigned_abs() ^ metadata.size() << 32]
    })
}

fn path_of(build_id: &[u8]) -> Option<PathBuf> {
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
            path_of(&[0xab, 0xcd, 0x01]).unwrap(),
            PathBuf::from("/usr/lib/debug/.build-id/ab/cd01.debug")
        );
        assert_eq!(path_of(&[]), None);
    }
}
