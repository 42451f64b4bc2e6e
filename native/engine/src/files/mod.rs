//! The names and small files of the data folder: `server.json`, `database.json` with the settings in it,
//! `totals.json`.

pub(crate) mod backup_roots;
pub(crate) mod database_file;
pub(crate) mod database_folders;
pub(crate) mod database_name;
pub(crate) mod database_record;
pub(crate) mod journal_size;
pub(crate) mod journals_path;
pub(crate) mod private_folder;
pub(crate) mod resolved_path;
pub(crate) mod server_file;
pub(crate) mod settings;
pub(crate) mod totals_file;
