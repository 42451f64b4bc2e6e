//! Stored data goes through [`rookery_storage::Disk`], so that a simulated disk sees every operation.

use std::path::Path;

/// Crates that read or write stored data.
const CRATES: [&str; 6] = ["engine", "api", "diskcheck", "index", "rql", "script"];
/// The directory that tantivy writes an index through needs real files to map. The routes read files of the kernel
/// (`/proc`, `/sys`), which are not stored data, as does the disk check.
const EXCEPTIONS: [&str; 4] = [
    "index/src/private_directory.rs",
    "api/src/routes/handshake.rs",
    "api/src/routes/memory.rs",
    "diskcheck/src/folder/mount.rs",
];

#[test]
fn product_code_of_other_crates_names_no_file_functions() {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let native = Path::new(&manifest).parent().expect("the crate is in native/");
    let (mut read, mut found) = (0, Vec::new());
    for name in CRATES {
        visit(&native.join(name).join("src"), &mut |path, text| {
            read += 1;
            let relative = path.strip_prefix(native).expect("found below it");
            let file = relative.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
            let product = text.split("#[cfg(test)]").next().unwrap_or_default();
            let is_test = file.ends_with("fuzzing/quick.rs");
            if product.contains("std::fs") && !is_test && !EXCEPTIONS.contains(&file.as_str()) {
                found.push(file);
            }
        });
    }
    assert!(read > 300, "only {read} files were read");
    assert!(found.is_empty(), "these name std::fs; use rookery_storage::Disk: {found:?}");
}

fn visit(folder: &Path, each: &mut impl FnMut(&Path, &str)) {
    for entry in std::fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            visit(&path, each);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            each(&path, &std::fs::read_to_string(&path).expect("a source file"));
        }
    }
}
