//! The folder of an index: named like the index, as far as file systems allow.

use std::ffi::OsString;
use std::path::Path;

use rookery_storage::Disk;

use crate::error::EngineError;
use crate::index_definition::IndexDefinition;
use crate::index_definition::admin_state::IndexAdminState;

/// The name with `_` for whatever is not allowed in file names, as RavenDB's folders have it, and a checksum of name
/// and definition: another definition has other files.
pub(crate) fn folder_name(definition: &IndexDefinition) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    with_checksum(definition, definition.name().chars().map(allowed))
}

/// Renames a folder that an earlier version of this program named, so that the index is not built again.
/// `names` are the folders there.
pub(crate) fn rename_former(
    disk: &dyn Disk,
    indexes: &Path,
    names: &[OsString],
    definition: &IndexDefinition,
) -> Result<(), EngineError> {
    let former = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let former = with_checksum(definition, definition.name().chars().map(former));
    let name = folder_name(definition);
    let has = |name: &str| names.iter().any(|known| known == name);
    // By the names as they are written: where case is ignored, both paths lead to the same folder.
    if has(&former) && !has(&name) {
        let (from, to) = (indexes.join(former), indexes.join(name));
        // A change of case alone is not made everywhere; it takes a second step, `take_base_name`.
        let to = if to.is_dir() { to.with_extension("2") } else { to };
        disk.rename(&from, &to).map_err(EngineError::io(&from, "rename"))?;
    }
    Ok(())
}

fn with_checksum(definition: &IndexDefinition, name: impl Iterator<Item = char>) -> String {
    let text = match definition {
        IndexDefinition::Auto(_) | IndexDefinition::Grouped(_) => {
            definition.clone().with_admin_state(IndexAdminState::default()).to_json().to_string()
        }
        IndexDefinition::Static(index) if index.build == 0 => index.essence().to_string(),
        IndexDefinition::Static(index) => format!("{}{}", index.essence(), index.build),
    };
    let plain: String = name.take(60).collect();
    format!("{plain}-{:016x}", xxhash_rust::xxh3::xxh3_64(text.as_bytes()))
}
