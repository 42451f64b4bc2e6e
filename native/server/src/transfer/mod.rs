//! `rookeryd import` and `rookeryd export`: dumps of a database in a closed data folder or of a running server.
//!
//! Both use the same HTTP API: over a port for a server, in this process for a data folder.

mod arguments;
mod dump_file;
mod ending;
mod export;
mod help;
mod import;
mod operation;
mod report;
mod target;

use std::process::ExitCode;

pub use arguments::Command;
use arguments::{Direction, Parsed, Task};
use ending::Ending;
pub use help::HELP;
use report::Report;
use target::Target;

use crate::remote::Failure;

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
    let mut report = Report::new(&task);
    let ending = match carry_out(&task, &mut report) {
        Ok(ending) => ending,
        Err(failure) => {
            eprintln!("rookeryd {command}: {failure}");
            report.fail(&failure);
            Ending::Failed
        }
    };
    report.end(ending);
    match report.print(task.json) {
        Ok(()) => ending.exit_code(),
        Err(error) => {
            eprintln!("rookeryd {command}: The report could not be written to standard output: {error}.");
            ExitCode::FAILURE
        }
    }
}

fn carry_out(task: &Task, report: &mut Report) -> Result<Ending, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .worker_threads(2)
        .thread_name("rookery-transfer")
        .build()
        .map_err(|error| Failure::new(format!("The worker threads could not be started: {error}.")))?;
    let target = Target::open(&task.place)?;
    let outcome = runtime.block_on(async {
        match &task.direction {
            Direction::Export { out, overwrite } => export::run(&target, task, out, *overwrite, report).await,
            Direction::Import { file, create, skip_new_revisions } => {
                let options = import::options(task, *skip_new_revisions);
                import::run(&target, task, file, *create, options, report).await
            }
        }
    });
    // Work for requests that were cancelled may still hold the database for a moment.
    runtime.shutdown_timeout(std::time::Duration::from_secs(5));
    let closed = target.close();
    outcome.and_then(|ending| closed.map(|()| ending))
}
