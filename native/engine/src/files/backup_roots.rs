//! Where clients may place and read backups: below `Backups` in the data folder or below a root that the operator
//! named ([`crate::EngineOptions::backups_roots`]). Links are resolved before the paths are compared.

use std::path::{Path, PathBuf};

use crate::base::options::EngineOptions;
use crate::error::EngineError;
use crate::files::resolved_path::{resolve, resolve_root};

/// The folder's name in the data folder.
pub(crate) const FOLDER: &str = "Backups";

/// The folder for backups without another path.
pub(crate) fn default_folder(options: &EngineOptions) -> PathBuf {
    // A data folder may be named by a relative path.
    let data = options.disk.canonical(&options.data_dir);
    data.unwrap_or_else(|_| options.data_dir.clone()).join(FOLDER)
}

/// The folder or file that a client names, without links. A relative path is below the default folder.
pub(crate) fn allowed(options: &EngineOptions, path: &Path) -> Result<PathBuf, EngineError> {
    let disk = &*options.disk;
    let default = default_folder(options);
    let joined = default.join(path);
    let Some(resolved) = resolve(disk, &joined)? else {
        return Err(refuse(format!("its path must not have '..', but is '{}'", path.display())));
    };
    let own = resolve(disk, &default)?.unwrap_or_else(|| default.clone());
    let mut roots = vec![own];
    for root in &options.backups_roots {
        roots.push(resolve_root(disk, root)?);
    }
    if roots.iter().any(|root| resolved.starts_with(root)) {
        return Ok(resolved);
    }
    Err(refuse(format!(
        "'{}' is neither below '{}' nor below another folder for backups; start the server with --backups-root DIR \
         to allow DIR and the folders below it",
        path.display(),
        default.display()
    )))
}

fn refuse(reason: String) -> EngineError {
    EngineError::BackupFolder { reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_below_a_root_are_allowed_and_links_do_not_lead_out() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path().canonicalize().unwrap();
        let (data, other, outside) = (base.join("data"), base.join("other"), base.join("outside"));
        for path in [&data, &other, &outside] {
            std::fs::create_dir(path).unwrap();
        }
        let options = EngineOptions {
            backups_roots: vec![other.clone(), base.join("absent")],
            ..EngineOptions::new(&data)
        };
        let ok = |path: &Path| allowed(&options, path).unwrap();
        assert_eq!(ok(Path::new("")), data.join("Backups/"));
        assert_eq!(ok(Path::new("shop/daily")), data.join("Backups/shop/daily"));
        assert_eq!(ok(&data.join("Backups/x")), data.join("Backups/x"));
        assert_eq!(ok(&other), other);
        assert_eq!(ok(&base.join("absent/x")), base.join("absent/x"));
        let refused = [
            data.clone(),
            data.join("databases"),
            data.join("BackupsX"),
            outside.clone(),
            base.clone(),
            other.join("../outside"),
            PathBuf::from("../databases"),
            PathBuf::from("/"),
        ];
        #[cfg(unix)]
        std::os::unix::fs::symlink(&outside, other.join("link")).unwrap();
        let links = if cfg!(unix) { vec![other.join("link"), other.join("link/new")] } else { Vec::new() };
        for path in refused.into_iter().chain(links) {
            let error = allowed(&options, &path).unwrap_err().to_string();
            assert!(error.contains("--backups-root") || error.contains("'..'"), "{path:?}: {error}");
        }
    }
}
