//! `rookeryd disk-check`: what durable and buffered writes cost in a folder.

mod arguments;
mod help;
mod progress;

use std::io::Write as _;
use std::process::ExitCode;

use arguments::{Parsed, Task};
use help::HELP;
use progress::StepProgress;
use rookery_cancel::CancelToken;
use rookery_diskcheck::{DiskCheckError, Report, check, to_text};

use crate::stop_signal::on_stop_signal;

/// The command's name.
pub const COMMAND: &str = "disk-check";

/// Runs the command with the arguments after its name.
pub fn run(arguments: impl IntoIterator<Item = String>) -> ExitCode {
    let task = match arguments::parse(arguments) {
        Ok(Parsed::Task(task)) => task,
        Ok(Parsed::Help) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(sentence) => return fail(&sentence, 2),
    };
    let cancel = CancelToken::new();
    let stop = cancel.clone();
    if let Err(sentence) = on_stop_signal(move || stop.cancel()) {
        return fail(&sentence, 1);
    }
    let mut progress = StepProgress::new(task.quiet);
    let checked = check(&task.folder, task.limits, &cancel, &mut |state| progress.at(state));
    progress.end();
    match checked {
        Ok(report) => match print(&task, &report) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => fail(&format!("The report could not be written to standard output: {error}."), 1),
        },
        Err(error @ DiskCheckError::Cancelled) => fail(&error.to_string(), 130),
        Err(error @ DiskCheckError::Limits(_)) => fail(&error.to_string(), 2),
        Err(error) => fail(&error.to_string(), 1),
    }
}

fn print(task: &Task, report: &Report) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    if task.json {
        serde_json::to_writer_pretty(&mut out, report)?;
        writeln!(out)?;
    } else {
        out.write_all(to_text(report).as_bytes())?;
    }
    out.flush()
}

fn fail(sentence: &str, code: u8) -> ExitCode {
    eprintln!("rookeryd {COMMAND}: {sentence}");
    ExitCode::from(code)
}
