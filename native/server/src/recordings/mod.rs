//! `rookeryd inspect` and `rookeryd recording`: what a recording shows, parts of it, and two compared.

mod arguments;
mod edited;
mod exported;
mod help;

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use arguments::{Parsed, Task};
use help::{INSPECT, RECORDING};
use rookery_recording::findings::{findings, rules};
use rookery_recording::inspect::to_text;
use rookery_recording::{Limits, Recording, compare, read_file};

pub use arguments::Command;

use crate::remote::Failure;

/// Runs a command with the arguments after its name.
pub fn run(command: Command, given: impl IntoIterator<Item = String>) -> ExitCode {
    let task = match arguments::parse(command, given) {
        Ok(Parsed::Task(task)) => task,
        Ok(Parsed::Help) => {
            print!("{}", if command == Command::Inspect { INSPECT } else { RECORDING });
            return ExitCode::SUCCESS;
        }
        Err(sentence) => {
            eprintln!("rookeryd {command}: {sentence}");
            return ExitCode::from(2);
        }
    };
    let printed = carry_out(&task).and_then(|text| {
        let mut out = std::io::stdout().lock();
        out.write_all(text.as_bytes())
            .and_then(|()| out.flush())
            .map_err(|error| Failure::new(format!("Standard output cannot be written: {error}.")))
    });
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("rookeryd {command}: {failure}");
            ExitCode::FAILURE
        }
    }
}

/// The text for standard output.
fn carry_out(task: &Task) -> Result<String, Failure> {
    match task {
        Task::Inspect { file, json } => {
            let recording = read(file)?;
            let found = findings(&recording);
            match json {
                true => json_text(&serde_json::json!({
                    "manifest": recording.manifest,
                    "ending": recording.ending,
                    "damage": recording.damage,
                    "rows": recording.rows.counts().into_iter().collect::<std::collections::BTreeMap<_, _>>(),
                    "findings": found,
                })),
                false => Ok(to_text(&recording, &found)),
            }
        }
        Task::Edit(edit) => edited::write(edit, &read(&edit.file)?),
        Task::Export(export) => exported::write(export, &read(&export.file)?),
        Task::Compare { first, second, json } => {
            let comparison = compare::compare(&read(first)?, &read(second)?);
            match json {
                true => json_text(&serde_json::to_value(&comparison).unwrap_or_default()),
                false => Ok(compare::to_text(&comparison)),
            }
        }
        Task::Rules => Ok(rules().map(|rule| format!("{:<26} {}\n", rule.id, rule.about)).collect()),
    }
}

fn read(file: &Path) -> Result<Recording, Failure> {
    read_file(file, Limits::default()).map_err(|error| Failure::new(format!("{}: {error}", file.display())))
}

fn json_text(value: &serde_json::Value) -> Result<String, Failure> {
    serde_json::to_string_pretty(value)
        .map(|text| format!("{text}\n"))
        .map_err(|error| Failure::new(format!("The report cannot be written as JSON: {error}.")))
}
