//! The configuration of a backup as clients send it.

use axum::http::StatusCode;
use serde_json::{Map, Value};

use crate::error::ApiError;

/// Which file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BackupKind {
    /// A dump, which servers restore too: `Backup`.
    Dump,
    /// The engine's one-file backup: `Snapshot`.
    OneFile,
}

/// What a backup needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupSettings {
    pub kind: BackupKind,
    /// As the client names it.
    pub folder: String,
}

/// Members with places that this server cannot write to.
const REMOTE: [&str; 5] =
    ["S3Settings", "GlacierSettings", "AzureSettings", "GoogleCloudSettings", "FtpSettings"];

impl BackupSettings {
    /// Reads a configuration; what this server does not support is an error.
    pub fn read(configuration: &Map<String, Value>) -> Result<Self, ApiError> {
        for name in REMOTE {
            if configuration.get(name).is_some_and(is_used) {
                return Err(ApiError::not_supported(format!(
                    "{name} is not supported by this server: backups are written to a local folder. Leave {name} out \
                     and use LocalSettings."
                )));
            }
        }
        let mode =
            configuration.get("BackupEncryptionSettings").and_then(|settings| settings.get("EncryptionMode"));
        if mode.and_then(Value::as_str).is_some_and(|mode| mode != "None") {
            return Err(ApiError::not_supported(
                "Encrypted backups are not supported by this server: leave BackupEncryptionSettings out.",
            ));
        }
        let kind = match configuration.get("BackupType") {
            None | Some(Value::Null) => BackupKind::Dump,
            Some(Value::String(name)) if name.eq_ignore_ascii_case("Backup") => BackupKind::Dump,
            Some(Value::String(name)) if name.eq_ignore_ascii_case("Snapshot") => BackupKind::OneFile,
            Some(other) => {
                return Err(ApiError::bad_request(format!("BackupType is {other}; use Backup or Snapshot.")));
            }
        };
        let Some(local) = configuration.get("LocalSettings").filter(|settings| is_used(settings)) else {
            return Err(ApiError::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "System.InvalidOperationException",
                "The backup configuration has no destination: name a folder in LocalSettings.FolderPath.",
            ));
        };
        if local.get("GetBackupConfigurationScript").is_some_and(|script| !script.is_null()) {
            return Err(ApiError::not_supported(
                "GetBackupConfigurationScript is not supported by this server: name the folder in FolderPath.",
            ));
        }
        let folder = local.get("FolderPath").and_then(Value::as_str).map(str::trim).unwrap_or_default();
        if folder.is_empty() || folder.contains('\0') {
            return Err(ApiError::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "System.ArgumentException",
                "LocalSettings.FolderPath must name a folder.",
            ));
        }
        Ok(Self { kind, folder: folder.to_owned() })
    }
}

/// Whether settings of a place are there and not disabled.
fn is_used(settings: &Value) -> bool {
    settings.is_object() && settings.get("Disabled").and_then(Value::as_bool) != Some(true)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(configuration: Value) -> Result<BackupSettings, String> {
        let Value::Object(members) = configuration else { panic!() };
        BackupSettings::read(&members).map_err(|error| error.message.clone())
    }

    #[test]
    fn local_backups_are_read_and_others_are_named() {
        let local = json!({ "FolderPath": " x " });
        let off = json!({ "Disabled": true, "BucketName": "b" });
        let read_one = read(json!({ "BackupType": "snapshot", "LocalSettings": local, "S3Settings": off }));
        assert_eq!(read_one.unwrap(), BackupSettings { kind: BackupKind::OneFile, folder: "x".into() });
        for (configuration, named) in [
            (json!({}), "LocalSettings"),
            (json!({ "LocalSettings": { "Disabled": true, "FolderPath": "x" } }), "LocalSettings"),
            (json!({ "LocalSettings": { "FolderPath": " " } }), "FolderPath"),
            (json!({ "LocalSettings": { "FolderPath": "a\u{0}" } }), "FolderPath"),
            (json!({ "LocalSettings": local, "BackupType": "Olap" }), "Olap"),
            (json!({ "LocalSettings": local, "S3Settings": {} }), "S3Settings"),
            (
                json!({ "LocalSettings": local, "BackupEncryptionSettings": { "EncryptionMode": "UseProvidedKey" } }),
                "Encrypted",
            ),
            (json!({ "LocalSettings": { "GetBackupConfigurationScript": {}, "FolderPath": "x" } }), "Script"),
        ] {
            let message = read(configuration).unwrap_err();
            assert!(message.contains(named), "{named}: {message}");
        }
    }
}
