//! What is printed at the end.

use std::fmt::Write as _;
use std::path::PathBuf;

use rookery_recorder::Finished;
use rookery_recording::inspect::printable;

/// A finished recording.
pub struct Summary {
    pub file: PathBuf,
    pub finished: Finished,
}

impl Summary {
    /// The lines for standard output.
    pub fn text(&self) -> String {
        let Finished { bytes, rows, triggers, sources } = &self.finished;
        let mut text = format!(
            "{}: {} rows, {:.1} MiB, {} fired\n",
            self.file.display(),
            rows,
            *bytes as f64 / f64::from(1 << 20),
            if *triggers == 1 { "1 trigger".to_owned() } else { format!("{} triggers", triggers) }
        );
        for source in sources.iter().filter(|source| !source.problem.is_empty()) {
            let of =
                if source.database.is_empty() { String::new() } else { format!(" of {}", source.database) };
            let what = if source.rows == 0 { "not recorded" } else { "not recorded all the time" };
            let _ = writeln!(text, "  {}{of}: {what}: {}", source.source, printable(&source.problem));
        }
        let _ =
            writeln!(text, "Open it in Rookery, or read it with: rookeryd inspect {}", self.file.display());
        text
    }
}
