//! The arguments of `rookeryd inspect` and `rookeryd recording`.

use std::fmt;
use std::path::PathBuf;

use rookery_recording::export::Part;
use rookery_recording::tables::Rows;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::flags::{Flags, Word};

/// A command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    Inspect,
    Recording,
}

impl Command {
    /// The command of this name.
    pub fn of(name: &str) -> Option<Self> {
        match name {
            "inspect" => Some(Self::Inspect),
            "recording" => Some(Self::Recording),
            _ => None,
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if *self == Self::Inspect { "inspect" } else { "recording" })
    }
}

/// What the arguments request.
#[derive(Debug, PartialEq, Eq)]
pub enum Parsed {
    Task(Task),
    Help,
}

/// What is done.
#[derive(Debug, PartialEq, Eq)]
pub enum Task {
    Inspect { file: PathBuf, json: bool },
    Edit(Edit),
    Export(Export),
    Compare { first: PathBuf, second: PathBuf, json: bool },
    Rules,
}

/// A changed recording.
#[derive(Debug, PartialEq, Eq)]
pub struct Edit {
    pub file: PathBuf,
    pub out: PathBuf,
    pub overwrite: bool,
    pub from: Option<Moment>,
    pub to: Option<Moment>,
    pub mask: bool,
    pub note: Option<String>,
}

/// A moment of a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// Seconds from the start.
    Seconds(i64),
    /// µs since 1970.
    Time(i64),
}

/// A part in another format.
#[derive(Debug, PartialEq, Eq)]
pub struct Export {
    pub file: PathBuf,
    pub out: PathBuf,
    pub overwrite: bool,
    pub part: Part,
}

#[derive(Default)]
struct Given {
    plain: Vec<String>,
    out: Option<PathBuf>,
    from: Option<Moment>,
    to: Option<Moment>,
    note: Option<String>,
    format: Option<String>,
    database: Option<String>,
    table: Option<String>,
    overwrite: bool,
    mask: bool,
    json: bool,
}

/// Reads the arguments after the command's name. An error is a sentence.
pub fn parse(command: Command, arguments: impl IntoIterator<Item = String>) -> Result<Parsed, String> {
    let mut given = Given::default();
    let mut flags = Flags::new(arguments);
    while let Some(word) = flags.next() {
        let name = match word {
            Word::Flag(name) => name,
            Word::Plain(word) => {
                given.plain.push(word);
                continue;
            }
        };
        match name.as_str() {
            "--json" => given.json = true,
            "--help" | "-h" => return Ok(Parsed::Help),
            "--out" if command == Command::Recording => given.out = Some(PathBuf::from(flags.value()?)),
            "--overwrite" if command == Command::Recording => given.overwrite = true,
            "--from" if command == Command::Recording => given.from = Some(moment(&name, &flags.value()?)?),
            "--to" if command == Command::Recording => given.to = Some(moment(&name, &flags.value()?)?),
            "--mask" if command == Command::Recording => given.mask = true,
            "--note" if command == Command::Recording => given.note = Some(flags.value()?),
            "--format" if command == Command::Recording => given.format = Some(flags.value()?),
            "--database" if command == Command::Recording => given.database = Some(flags.value()?),
            "--table" if command == Command::Recording => given.table = Some(flags.value()?),
            other => return Err(format!("'{other}' is not an option of {command}; see --help.")),
        }
    }
    match command {
        Command::Inspect => match given.plain.as_slice() {
            [file] => Ok(Parsed::Task(Task::Inspect { file: PathBuf::from(file), json: given.json })),
            _ => Err("Name one recording: rookeryd inspect FILE.".to_owned()),
        },
        Command::Recording => task(given).map(Parsed::Task),
    }
}

fn task(mut given: Given) -> Result<Task, String> {
    let plain = std::mem::take(&mut given.plain);
    let plain: Vec<&str> = plain.iter().map(String::as_str).collect();
    match plain.as_slice() {
        ["edit", file] => Ok(Task::Edit(Edit {
            file: PathBuf::from(file),
            out: given.out.ok_or("--out FILE is missing: name the file to write.")?,
            overwrite: given.overwrite,
            from: given.from,
            to: given.to,
            mask: given.mask,
            note: given.note,
        })),
        ["export", file] => {
            let out = given.out.take().ok_or("--out FILE is missing: name the file to write.")?;
            let overwrite = given.overwrite;
            Ok(Task::Export(Export { file: PathBuf::from(file), out, overwrite, part: part(given)? }))
        }
        ["compare", first, second] => {
            Ok(Task::Compare { first: PathBuf::from(first), second: PathBuf::from(second), json: given.json })
        }
        ["rules"] => Ok(Task::Rules),
        _ => Err("Use edit FILE, export FILE, compare FILE FILE or rules; see --help.".to_owned()),
    }
}

fn part(given: Given) -> Result<Part, String> {
    match given.format.as_deref() {
        Some("io") => {
            let database = given.database.ok_or("--format io needs --database NAME.")?;
            Ok(Part::Io { database })
        }
        Some("speedscope") => Ok(Part::Speedscope),
        Some("csv") => match given.table {
            Some(table) if Rows::NAMES.contains(&table.as_str()) => Ok(Part::Csv { table }),
            _ => Err(format!("--format csv needs --table, one of {}.", Rows::NAMES.join(", "))),
        },
        _ => Err("--format must be io, speedscope or csv.".to_owned()),
    }
}

fn moment(name: &str, text: &str) -> Result<Moment, String> {
    if let Ok(seconds) = text.parse() {
        return Ok(Moment::Seconds(seconds));
    }
    OffsetDateTime::parse(text, &Rfc3339)
        .ok()
        .and_then(|time| i64::try_from(time.unix_timestamp_nanos() / 1_000).ok())
        .map(Moment::Time)
        .ok_or_else(|| {
            format!("{name} must be whole seconds from the start or a time such as 2026-11-28T14:05:00Z, not '{text}'.")
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(command: Command, text: &str) -> Result<Parsed, String> {
        parse(command, text.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn reads_the_options_of_each_command() {
        let file = PathBuf::from("f");
        let inspect = read(Command::Inspect, "f --json");
        assert_eq!(inspect, Ok(Parsed::Task(Task::Inspect { file: file.clone(), json: true })));
        let Ok(Parsed::Task(Task::Edit(edit))) = read(
            Command::Recording,
            "edit f --out g --from 90 --to=1970-01-01T00:02:00Z --mask --note hello",
        ) else {
            panic!()
        };
        assert_eq!((edit.from, edit.to), (Some(Moment::Seconds(90)), Some(Moment::Time(120_000_000))));
        assert!(edit.mask && edit.note.as_deref() == Some("hello"));
        let Ok(Parsed::Task(Task::Export(export))) =
            read(Command::Recording, "export f --format csv --table io --out g")
        else {
            panic!()
        };
        assert_eq!(export.part, Part::Csv { table: "io".to_owned() });
        assert_eq!(read(Command::Recording, "rules"), Ok(Parsed::Task(Task::Rules)));
    }

    #[test]
    fn wrong_arguments_are_named() {
        for (text, named) in [
            ("", "edit FILE"),
            ("edit f", "--out FILE"),
            ("edit f --out g --from soon", "'soon'"),
            ("export f --out g", "--format"),
            ("export f --out g --format io", "--database"),
            ("export f --out g --format csv --table x", "requests"),
            ("compare f", "compare FILE FILE"),
            ("edit f --fast", "'--fast'"),
        ] {
            let sentence = read(Command::Recording, text).unwrap_err();
            assert!(sentence.contains(named), "{text}: {sentence}");
        }
        assert!(read(Command::Inspect, "f --mask").is_err());
        assert!(read(Command::Inspect, "").is_err());
    }
}
