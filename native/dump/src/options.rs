//! The options of an export or import, as clients send them.

use serde::{Deserialize, Deserializer};

use crate::compression::Compression;
use crate::types::ItemTypes;

/// What clients send when nothing was set.
const DEFAULT_STEPS: u64 = 10_000;

/// Options of both directions; members that this version does not know are ignored, as servers do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DumpOptions {
    /// The kinds of items.
    pub types: ItemTypes,
    /// Only these collections; all when empty.
    pub collections: Vec<String>,
    /// Include documents that are expired.
    pub include_expired: bool,
    /// Include archived documents.
    pub include_archived: bool,
    /// Include documents that indexes made.
    pub include_artificial: bool,
    /// Drop the analyzers of index fields.
    pub remove_analyzers: bool,
    /// Documents that are imported make no revisions.
    pub skip_revision_creation: bool,
    /// JavaScript that changes or skips each document.
    pub transform_script: Option<String>,
    /// Steps that the script may take, where the client set them.
    pub script_steps: Option<u64>,
    /// The settings of the database record, in lower case; all when `None`.
    pub settings: Option<Vec<String>>,
    /// The compression of an export.
    pub compression: Compression,
    /// The name of the exported file, without its ending.
    pub file_name: Option<String>,
}

/// Options that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// The text is not the JSON of options.
    #[error("The options cannot be read: {0}.")]
    NotJson(String),
    /// `OperateOnTypes` has an unknown name.
    #[error("OperateOnTypes names '{0}', which is not an item type. Names are separated by commas.")]
    UnknownType(String),
    /// The compression is unknown.
    #[error("CompressionAlgorithm is '{0}'; use Zstd or Gzip.")]
    UnknownCompression(String),
    /// A key was given.
    #[error(
        "Encrypted dumps are not supported: leave EncryptionKey out. An encrypted dump must be exported again \
         without a key."
    )]
    Encrypted,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "PascalCase", default)]
struct Wire {
    operate_on_types: Option<String>,
    #[serde(deserialize_with = "null_as_default")]
    collections: Vec<String>,
    include_expired: Option<bool>,
    include_archived: Option<bool>,
    include_artificial: Option<bool>,
    remove_analyzers: Option<bool>,
    skip_revision_creation: Option<bool>,
    transform_script: Option<String>,
    max_steps_for_transform_script: Option<u64>,
    operate_on_database_record_types: Option<String>,
    encryption_key: Option<String>,
    compression_algorithm: Option<String>,
    file_name: Option<String>,
}

impl Default for DumpOptions {
    fn default() -> Self {
        Self {
            types: ItemTypes::default(),
            collections: Vec::new(),
            include_expired: true,
            include_archived: true,
            include_artificial: false,
            remove_analyzers: false,
            skip_revision_creation: false,
            transform_script: None,
            script_steps: None,
            settings: None,
            compression: Compression::Zstd,
            file_name: None,
        }
    }
}

impl DumpOptions {
    /// Reads the options; an empty text is the default.
    ///
    /// # Errors
    /// The first option that cannot be used.
    pub fn parse(text: &[u8]) -> Result<Self, OptionError> {
        if text.trim_ascii().is_empty() {
            return Ok(Self::default());
        }
        rookery_nesting::json::check("The JSON", text)
            .map_err(|error| OptionError::NotJson(error.to_string()))?;
        let wire: Wire =
            serde_json::from_slice(text).map_err(|error| OptionError::NotJson(error.to_string()))?;
        let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        if given(wire.encryption_key).is_some() {
            return Err(OptionError::Encrypted);
        }
        let compression = match given(wire.compression_algorithm) {
            None => Compression::Zstd,
            Some(name) if name.eq_ignore_ascii_case("zstd") => Compression::Zstd,
            Some(name) if name.eq_ignore_ascii_case("gzip") => Compression::Gzip,
            Some(name) => return Err(OptionError::UnknownCompression(name)),
        };
        Ok(Self {
            types: ItemTypes::parse(wire.operate_on_types.as_deref()).map_err(OptionError::UnknownType)?,
            collections: wire.collections,
            include_expired: wire.include_expired.unwrap_or(true),
            include_archived: wire.include_archived.unwrap_or(true),
            include_artificial: wire.include_artificial.unwrap_or(false),
            remove_analyzers: wire.remove_analyzers.unwrap_or(false),
            skip_revision_creation: wire.skip_revision_creation.unwrap_or(false),
            transform_script: given(wire.transform_script),
            script_steps: wire.max_steps_for_transform_script.filter(|steps| *steps != DEFAULT_STEPS),
            settings: given(wire.operate_on_database_record_types)
                .map(|names| names.split(',').map(|name| name.trim().to_lowercase()).collect()),
            compression,
            file_name: given(wire.file_name),
        })
    }

    /// Whether a setting of the database record is taken, by its name in the record.
    pub fn takes_setting(&self, member: &str) -> bool {
        // Clients have one name for both.
        let name = if member == "RevisionsForConflicts" { "Revisions" } else { member };
        self.settings.as_ref().is_none_or(|names| names.contains(&name.to_lowercase()))
    }

    /// Whether documents of this collection are taken.
    pub fn takes_collection(&self, name: &str) -> bool {
        self.collections.is_empty()
            || self.collections.iter().any(|known| known.to_lowercase() == name.to_lowercase())
    }
}

fn null_as_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(Option::<T>::deserialize(deserializer)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::ItemType;

    #[test]
    fn missing_and_null_options_have_the_servers_defaults() {
        for text in ["", "{}", r#"{"OperateOnTypes":null,"Collections":null,"IncludeExpired":null,"X":1}"#] {
            assert_eq!(DumpOptions::parse(text.as_bytes()).unwrap(), DumpOptions::default(), "{text}");
        }
    }

    #[test]
    fn each_option_is_read_and_wrong_ones_are_named() {
        let read = DumpOptions::parse(
            br#"{"OperateOnTypes":"Documents","Collections":["Users"],"IncludeExpired":false,
                "CompressionAlgorithm":"gzip","FileName":"x","RemoveAnalyzers":true}"#,
        )
        .unwrap();
        assert!(read.types.contains(ItemType::Documents) && !read.types.contains(ItemType::Indexes));
        assert!(read.takes_collection("USERS") && !read.takes_collection("Orders"));
        assert!(!read.include_expired && read.remove_analyzers && read.include_archived);
        assert_eq!((read.compression, read.file_name.as_deref()), (Compression::Gzip, Some("x")));
        let refused = |text: &str| DumpOptions::parse(text.as_bytes()).unwrap_err();
        assert_eq!(refused(r#"{"OperateOnTypes":"Foo"}"#), OptionError::UnknownType("Foo".into()));
        assert_eq!(
            refused(r#"{"CompressionAlgorithm":"Lz4"}"#),
            OptionError::UnknownCompression("Lz4".into())
        );
        assert_eq!(refused(r#"{"EncryptionKey":"x"}"#), OptionError::Encrypted);
        assert!(matches!(refused("[1"), OptionError::NotJson(_)));
        assert!(matches!(refused(&"[".repeat(5000)), OptionError::NotJson(_)));
    }
}
