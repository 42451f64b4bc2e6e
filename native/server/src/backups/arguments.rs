//! The arguments of `rookeryd backup`, `restore` and `verify`.

use std::fmt;
use std::path::PathBuf;

use crate::flags::{Flags, Word};

/// A command about backups.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    Backup,
    Restore,
    Verify,
}

impl Command {
    /// The command of this name.
    pub fn of(name: &str) -> Option<Self> {
        match name {
            "backup" => Some(Self::Backup),
            "restore" => Some(Self::Restore),
            "verify" => Some(Self::Verify),
            _ => None,
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Backup => "backup",
            Self::Restore => "restore",
            Self::Verify => "verify",
        })
    }
}

/// What the arguments request.
#[derive(Debug, PartialEq, Eq)]
pub enum Parsed {
    Task(Task),
    Help,
}

/// One command.
#[derive(Debug, PartialEq, Eq)]
pub struct Task {
    pub command: Command,
    /// Present unless a file is verified.
    pub data: Option<PathBuf>,
    /// Likewise.
    pub database: Option<String>,
    pub file: PathBuf,
    pub json: bool,
    pub quiet: bool,
}

impl Task {
    /// What is done with the bytes.
    pub fn verb(&self) -> &'static str {
        match self.command {
            Command::Backup => "written",
            Command::Restore => "read",
            Command::Verify => "checked",
        }
    }
}

/// Reads the arguments after the command's name. An error is a sentence.
pub fn parse(command: Command, arguments: impl IntoIterator<Item = String>) -> Result<Parsed, String> {
    let (mut data, mut database, mut file) = (None, None, None);
    let (mut json, mut quiet) = (false, false);
    let has_place = command != Command::Verify;
    let mut flags = Flags::new(arguments);
    while let Some(word) = flags.next() {
        let (Word::Flag(name) | Word::Plain(name)) = word;
        match name.as_str() {
            "--data" if has_place => data = Some(PathBuf::from(flags.value()?)),
            "--database" if has_place => database = Some(flags.value()?),
            "--file" => file = Some(PathBuf::from(flags.value()?)),
            "--json" => json = true,
            "--quiet" => quiet = true,
            "--help" | "-h" => return Ok(Parsed::Help),
            other => return Err(format!("'{other}' is not an option of {command}; see --help.")),
        }
    }
    let file = file.ok_or("--file FILE is missing: name the backup.")?;
    if has_place && data.is_none() {
        return Err("--data DIR is missing: name the data folder.".to_owned());
    }
    if has_place && database.as_ref().is_none_or(String::is_empty) {
        return Err("--database NAME is missing.".to_owned());
    }
    Ok(Parsed::Task(Task { command, data, database, file, json, quiet }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backups::HELP;

    fn read(text: &str) -> Result<Parsed, String> {
        let mut words = text.split_whitespace().map(str::to_owned);
        let command = Command::of(&words.next().unwrap()).unwrap();
        parse(command, words)
    }

    #[test]
    fn reads_the_options_and_names_wrong_ones() {
        let Parsed::Task(task) = read("restore --data d --database copy --file=f --json").unwrap() else {
            panic!()
        };
        assert_eq!((task.database.as_deref(), task.json, task.verb()), (Some("copy"), true, "read"));
        assert!(matches!(read("verify --file f"), Ok(Parsed::Task(_))));
        assert_eq!(read("backup --help"), Ok(Parsed::Help));
        for (text, named) in [
            ("backup --data d --database s", "--file"),
            ("backup --database s --file f", "--data"),
            ("restore --data d --file f", "--database"),
            ("verify --data d --file f", "'--data'"),
            ("verify --file", "--file"),
        ] {
            let sentence = read(text).unwrap_err();
            assert!(sentence.contains(named), "{text}: {sentence}");
        }
        for flag in ["--data", "--database", "--file", "--json", "--quiet"] {
            assert!(HELP.contains(flag), "{flag} is not in the help text");
        }
    }
}
