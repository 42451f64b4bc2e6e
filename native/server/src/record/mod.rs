//! `rookeryd record`: what a server's diagnostics show over a while, in one file.

mod arguments;
mod collector;
mod help;
mod output;
mod progress;
mod session;
mod start;
mod summary;
mod watched_level;

use std::io::Write as _;
use std::process::ExitCode;

use arguments::{Parsed, Task};
use help::HELP;
use summary::Summary;

use crate::remote::Failure;
use crate::stop_signal::stop_signal;

/// The command's name.
pub const COMMAND: &str = "record";

/// Runs the command with the arguments after its name.
pub fn run(arguments: impl IntoIterator<Item = String>) -> ExitCode {
    let task = match arguments::parse(arguments) {
        Ok(Parsed::Task(task)) => task,
        Ok(Parsed::Help) => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(sentence) => {
            eprintln!("rookeryd {COMMAND}: {sentence}");
            return ExitCode::from(2);
        }
    };
    match record(&task) {
        Ok(summary) => {
            // The recording is complete, whether anybody reads this or not.
            let _ = std::io::stdout().write_all(summary.text().as_bytes());
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("rookeryd {COMMAND}: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn record(task: &Task) -> Result<Summary, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::new(format!("The recorder could not be started: {error}.")))?;
    runtime.block_on(async {
        let stop = stop_signal(false).map_err(Failure::new)?;
        session::record(task, stop).await
    })
}
