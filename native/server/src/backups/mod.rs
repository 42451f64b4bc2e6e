//! `rookeryd backup`, `restore` and `verify`: backups of databases in a data folder that no process uses.

mod arguments;
mod help;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub use arguments::Command;
use arguments::{Parsed, Task};
use help::HELP;
use rookery_engine::{
    BackupInfo, BackupProgress, Engine, EngineError, RealDisk, date_to_text, verify_backup,
};
use serde_json::{Value, json};

use crate::data_folder;
use crate::progress::Progress;
use crate::stop_signal::on_stop_signal;

/// Runs a command with the arguments after its name.
pub fn run(command: Command, arguments: impl IntoIterator<Item = String>) -> ExitCode {
    let task = match arguments::parse(command, arguments) {
        Ok(Parsed::Task(task)) => task,
        Ok(Parsed::Help) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(sentence) => {
            eprintln!("rookeryd {command}: {sentence}");
            return ExitCode::from(2);
        }
    };
    match carry_out(&task) {
        Ok(Some(info)) => {
            println!("{}", text(command, &task, &info));
            ExitCode::SUCCESS
        }
        Ok(None) => {
            eprintln!("rookeryd {command}: Stopped. Nothing was kept.");
            ExitCode::from(130)
        }
        Err(sentence) => {
            eprintln!("rookeryd {command}: {sentence}");
            ExitCode::FAILURE
        }
    }
}

/// `None` when a signal stopped it. An error is a sentence.
fn carry_out(task: &Task) -> Result<Option<BackupInfo>, String> {
    let stopped = Arc::new(AtomicBool::new(false));
    let flag = stopped.clone();
    on_stop_signal(move || flag.store(true, Ordering::Relaxed))?;
    let mut progress = Progress::new(task.quiet, task.verb(), None);
    let mut go_on = |bytes: u64| {
        progress.at(bytes);
        !stopped.load(Ordering::Relaxed)
    };
    let outcome = match task {
        Task { command: Command::Verify, file, .. } => verify_backup(&RealDisk, file, &mut go_on),
        Task { command, data: Some(data), database: Some(database), file, .. } => {
            let engine = data_folder::open(data)?;
            let mut report = |state: &BackupProgress| go_on(state.bytes.max(state.verified));
            let outcome = match command {
                Command::Restore => engine.restore(database, file, &mut report),
                _ => back_up(&engine, database, file, &mut report),
            };
            engine.close().map_err(|error| format!("The data folder was not closed cleanly: {error}."))?;
            outcome
        }
        _ => return Err("--data DIR and --database NAME are missing.".to_owned()),
    };
    match outcome {
        Ok(info) => Ok(Some(info)),
        Err(EngineError::Cancelled) => Ok(None),
        Err(error) => Err(format!("{}.", error.to_string().trim_end_matches('.'))),
    }
}

fn back_up(
    engine: &Engine,
    database: &str,
    file: &Path,
    progress: &mut dyn FnMut(&BackupProgress) -> bool,
) -> Result<BackupInfo, EngineError> {
    engine.database(database)?.back_up(file, progress)
}

fn text(command: Command, task: &Task, info: &BackupInfo) -> String {
    if task.json {
        return to_json(command, task, info).to_string();
    }
    let BackupInfo { database, documents, rows, bytes, .. } = info;
    let at = date_to_text(info.created_at);
    let file = task.file.display();
    let contents = format!("{documents} documents ({rows} rows) of '{database}' at {at}, {bytes} bytes");
    match command {
        Command::Backup => format!("Written and verified: {file}: {contents}"),
        Command::Restore => {
            format!("Restored as '{}': {contents}", task.database.as_deref().unwrap_or_default())
        }
        Command::Verify => format!("Intact: {file}: {contents}"),
    }
}

fn to_json(command: Command, task: &Task, info: &BackupInfo) -> Value {
    json!({
        "Command": command.to_string(),
        "File": task.file.display().to_string(),
        "FileSizeInBytes": info.bytes,
        "BackedUpDatabase": info.database,
        "Database": task.database,
        "CreatedAt": date_to_text(info.created_at),
        "Documents": info.documents,
        "Rows": info.rows,
        "LastEtag": info.last_etag,
    })
}
