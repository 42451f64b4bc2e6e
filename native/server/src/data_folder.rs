//! Opens a data folder for a command, which must not make one.

use std::path::Path;

use rookery_engine::{Engine, EngineOptions};

/// Opens the folder. An error is a sentence.
pub fn open(folder: &Path) -> Result<Engine, String> {
    if !folder.join("server.json").is_file() {
        return Err(format!(
            "{} is not a data folder of rookeryd: it has no server.json. Name the folder that rookeryd was started \
             with (--data).",
            folder.display()
        ));
    }
    Engine::open(EngineOptions::new(folder)).map_err(|error| {
        let error = error.to_string();
        let advice = match error.contains("in use by") {
            true => " Stop that program first, or use --url with its address for an import or export.",
            false => "",
        };
        format!("{}.{advice}", error.trim_end_matches('.'))
    })
}
