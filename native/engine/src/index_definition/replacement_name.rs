//! The names of indexes that are built to replace others.

/// The prefix of the name of an index that is built to replace another.
const REPLACEMENT_OF: &str = "ReplacementOf/";

/// The name of the index that is to replace the one of this name.
pub(crate) fn replacement_of(name: &str) -> String {
    format!("{REPLACEMENT_OF}{name}")
}

/// The name of the index that the one of this name is to replace.
pub(crate) fn replaced_by(name: &str) -> Option<&str> {
    let (start, rest) = name.split_at_checked(REPLACEMENT_OF.len())?;
    start.eq_ignore_ascii_case(REPLACEMENT_OF).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replacement_names_are_recognized() {
        assert_eq!(replaced_by(&replacement_of("Orders/ByName")), Some("Orders/ByName"));
        assert_eq!(replaced_by("replacementof/ü"), Some("ü"));
        assert_eq!(replaced_by("ReplacementOf"), None);
        assert_eq!(replaced_by("Replacementüf/A"), None);
    }
}
