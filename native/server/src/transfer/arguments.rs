//! The arguments of `rookeryd import` and `rookeryd export`.

use std::fmt;
use std::path::PathBuf;

use rookery_dump::ItemTypes;

use crate::flags::{Flags, Word};
use crate::remote::ClientFiles;

/// A command of `rookeryd` other than serving.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    Import,
    Export,
}

impl Command {
    /// The command of this name.
    pub fn of(name: &str) -> Option<Self> {
        match name {
            "import" => Some(Self::Import),
            "export" => Some(Self::Export),
            _ => None,
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Import => "import",
            Self::Export => "export",
        })
    }
}

/// What the arguments request.
#[derive(Debug, PartialEq, Eq)]
pub enum Parsed {
    Task(Box<Task>),
    Help,
}

/// One import or export.
#[derive(Debug, PartialEq, Eq)]
pub struct Task {
    pub command: Command,
    pub place: Place,
    pub database: String,
    pub direction: Direction,
    pub collections: Vec<String>,
    /// As `OperateOnTypes`; all kinds when `None`.
    pub items: Option<String>,
    /// As `CompressionAlgorithm`; only of an export.
    pub compression: Option<&'static str>,
    pub json: bool,
    pub quiet: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Direction {
    Export { out: PathBuf, overwrite: bool },
    Import { file: PathBuf, create: bool, skip_new_revisions: bool },
}

/// Where the database is.
#[derive(Debug, PartialEq, Eq)]
pub enum Place {
    /// In a data folder that no other process uses.
    Folder(PathBuf),
    /// On a running server.
    Server { url: String, tls: ClientFiles },
}

/// Reads the arguments after the command's name. An error is a sentence.
pub fn parse(command: Command, arguments: impl IntoIterator<Item = String>) -> Result<Parsed, String> {
    let (mut data, mut url, mut database, mut file, mut items) = (None, None, None, None, None);
    let mut tls = ClientFiles::default();
    let mut collections = Vec::new();
    let mut compression = None;
    let (mut overwrite, mut create, mut skip_new_revisions) = (false, false, false);
    let (mut json, mut quiet) = (false, false);
    let exports = command == Command::Export;
    let mut flags = Flags::new(arguments);
    while let Some(word) = flags.next() {
        let (Word::Flag(name) | Word::Plain(name)) = word;
        match name.as_str() {
            "--data" => data = Some(PathBuf::from(flags.value()?)),
            "--url" => url = Some(flags.value()?),
            "--database" => database = Some(flags.value()?),
            "--certificate" => tls.certificate = Some(PathBuf::from(flags.value()?)),
            "--key" => tls.key = Some(PathBuf::from(flags.value()?)),
            "--authority" => tls.authority = Some(PathBuf::from(flags.value()?)),
            "--collections" => collections.extend(names(&flags.value()?)),
            "--items" => items = Some(kinds(&flags.value()?)?),
            "--out" if exports => file = Some(PathBuf::from(flags.value()?)),
            "--overwrite" if exports => overwrite = true,
            "--compression" if exports => compression = Some(compression_named(&flags.value()?)?),
            "--file" if !exports => file = Some(PathBuf::from(flags.value()?)),
            "--create" if !exports => create = true,
            "--no-new-revisions" if !exports => skip_new_revisions = true,
            "--json" => json = true,
            "--quiet" => quiet = true,
            "--help" | "-h" => return Ok(Parsed::Help),
            other => return Err(format!("'{other}' is not an option of {command}; see --help.")),
        }
    }
    let database = database.filter(|name| !name.is_empty()).ok_or("--database NAME is missing.")?;
    let direction = match (command, file) {
        (Command::Export, Some(out)) => Direction::Export { out, overwrite },
        (Command::Import, Some(file)) => Direction::Import { file, create, skip_new_revisions },
        (Command::Export, None) => return Err("--out FILE is missing: name the file to write.".to_owned()),
        (Command::Import, None) => return Err("--file FILE is missing: name the dump to read.".to_owned()),
    };
    let place = place(data, url, tls)?;
    Ok(Parsed::Task(Box::new(Task {
        command,
        place,
        database,
        direction,
        collections,
        items,
        compression,
        json,
        quiet,
    })))
}

fn place(data: Option<PathBuf>, url: Option<String>, tls: ClientFiles) -> Result<Place, String> {
    match (data, url) {
        (Some(_), Some(_)) => Err("Give either --data DIR or --url URL, not both.".to_owned()),
        (None, None) => Err("--data DIR or --url URL is missing: name the place of the database.".to_owned()),
        (Some(folder), None) if tls == ClientFiles::default() => Ok(Place::Folder(folder)),
        (Some(_), None) => {
            Err("--certificate, --key and --authority are for an https --url, not for --data.".to_owned())
        }
        (None, Some(url)) => {
            if tls.key.is_some() && tls.certificate.is_none() {
                return Err("--key needs --certificate FILE, the certificate that it belongs to.".to_owned());
            }
            Ok(Place::Server { url, tls })
        }
    }
}

fn names(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned)
}

fn kinds(text: &str) -> Result<String, String> {
    let kinds: Vec<String> = names(text).collect();
    let joined = kinds.join(",");
    if kinds.is_empty() {
        return Err("--items needs at least one kind; see --help.".to_owned());
    }
    ItemTypes::parse(Some(&joined))
        .map_err(|name| format!("--items names '{name}', which is not an item type; see --help."))?;
    Ok(joined)
}

fn compression_named(text: &str) -> Result<&'static str, String> {
    match text.to_ascii_lowercase().as_str() {
        "zstd" => Ok("Zstd"),
        "gzip" => Ok("Gzip"),
        _ => Err(format!("--compression must be zstd or gzip, not '{text}'.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transfer::HELP;

    fn read(text: &str) -> Result<Parsed, String> {
        let mut words = text.split_whitespace().map(str::to_owned);
        let command = Command::of(&words.next().unwrap()).unwrap();
        parse(command, words)
    }

    #[test]
    fn reads_the_options_of_both_directions() {
        let Parsed::Task(task) =
            read("export --data d --database shop --out=x --collections Orders,Users --items documents --compression GZIP --json")
                .unwrap()
        else {
            panic!()
        };
        assert_eq!(task.place, Place::Folder("d".into()));
        assert_eq!(task.direction, Direction::Export { out: "x".into(), overwrite: false });
        assert_eq!(task.collections, ["Orders", "Users"]);
        assert_eq!((task.items.as_deref(), task.compression), (Some("documents"), Some("Gzip")));
        assert!(task.json && !task.quiet);
        let Parsed::Task(task) = read("import --url http://h:1 --database shop --file x --create").unwrap()
        else {
            panic!()
        };
        assert_eq!(
            task.direction,
            Direction::Import { file: "x".into(), create: true, skip_new_revisions: false }
        );
        assert_eq!(read("import --help").unwrap(), Parsed::Help);
    }

    #[test]
    fn names_wrong_arguments() {
        for (text, named) in [
            ("export --data d --out x", "--database"),
            ("export --data d --database s", "--out"),
            ("import --data d --database s", "--file"),
            ("import --data d --database s --out x", "'--out'"),
            ("export --database s --out x", "--url"),
            ("export --data d --url u --database s --out x", "not both"),
            ("export --data d --database s --out x --certificate c", "https"),
            ("export --url u --database s --out x --key k", "--certificate"),
            ("export --data d --database s --out x --items Foo", "'Foo'"),
            ("export --data d --database s --out x --compression lz4", "'lz4'"),
            ("import --data d --database s --file", "--file"),
        ] {
            let sentence = read(text).unwrap_err();
            assert!(sentence.contains(named), "{text}: {sentence}");
        }
    }

    #[test]
    fn the_help_text_names_every_flag() {
        let source = include_str!("arguments.rs");
        let flags = source.lines().filter_map(|line| line.trim().strip_prefix("\"--")?.split_once('"'));
        let mut found = 0;
        for (flag, _) in flags.filter(|(_, rest)| rest.contains("=>")) {
            assert!(HELP.contains(&format!("--{flag}")), "--{flag} is not in the help text");
            found += 1;
        }
        assert!(found >= 15, "{found} flags found in the source");
    }
}
