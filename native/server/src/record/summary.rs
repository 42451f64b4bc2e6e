//! What is printed at the end.

use std::fmt::Write as _;
use std::path::PathBuf;

use rookery_recording::SourceReport;
use rookery_recording::inspect::printable;

/// A finished recording.
pub struct Summary {
    pub file: PathBuf,
    pub bytes: u64,
    pub rows: u64,
    pub triggers: u64,
    pub sources: Vec<SourceReport>,
}

impl Summary {
    /// The lines for standard output.
    pub fn text(&self) -> String {
        let mut text = format!(
            "{}: {} rows, {:.1} MiB, {} fired\n",
            self.file.display(),
            self.rows,
            self.bytes as f64 / f64::from(1 << 20),
            if self.triggers == 1 { "1 trigger".to_owned() } else { format!("{} triggers", self.triggers) }
        );
        for source in self.sources.iter().filter(|source| !source.problem.is_empty()) {
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
