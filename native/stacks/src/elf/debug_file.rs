//! Separate debug files, as distributions install them: found by build id, never by name.

use std::path::PathBuf;

use super::Source;
use super::headers::Headers;

/// The debug file for a build id, if one is installed and truly belongs to it.
pub(crate) fn find(build_id: &[u8]) -> Option<(Source, Headers)> {
    let source = super::image::open_regular(&path_of(build_id)?).ok()?;
    let source = Source::File(source);
    let headers = Headers::read(&source).ok()?;
    (headers.build_id.as_deref() == Some(build_id)).then_some((source, headers))
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
