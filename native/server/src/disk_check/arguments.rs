//! The arguments of `rookeryd disk-check`.

use std::path::PathBuf;
use std::time::Duration;

use rookery_diskcheck::Limits;

use crate::flags::{Flags, Word};

/// What the arguments request.
#[derive(Debug, PartialEq, Eq)]
pub enum Parsed {
    Task(Task),
    Help,
}

/// One check.
#[derive(Debug, PartialEq, Eq)]
pub struct Task {
    pub folder: PathBuf,
    pub limits: Limits,
    pub json: bool,
    pub quiet: bool,
}

/// Reads the arguments after the command's name. An error is a sentence.
pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Parsed, String> {
    let (mut folder, mut limits) = (None, Limits::default());
    let (mut json, mut quiet) = (false, false);
    let mut flags = Flags::new(arguments);
    while let Some(word) = flags.next() {
        let name = match word {
            Word::Flag(name) => name,
            Word::Plain(word) => {
                if word.is_empty() || folder.replace(PathBuf::from(word)).is_some() {
                    return Err("Name one folder to check.".to_owned());
                }
                continue;
            }
        };
        match name.as_str() {
            "--seconds" => limits.duration = Duration::from_secs(flags.number()?),
            "--size" => limits.bytes = size(&name, &flags.value()?)?,
            "--threads" => {
                limits.threads = u32::try_from(flags.number()?).unwrap_or(u32::MAX);
            }
            "--json" => json = true,
            "--quiet" => quiet = true,
            "--help" | "-h" => return Ok(Parsed::Help),
            "--" => flags.only_plain(),
            other => return Err(format!("'{other}' is not an option of disk-check; see --help.")),
        }
    }
    let folder = folder.ok_or("The folder to check is missing: rookeryd disk-check DIR.")?;
    Ok(Parsed::Task(Task { folder, limits, json, quiet }))
}

/// A number of bytes, or of KiB, MiB or GiB.
fn size(name: &str, text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 10),
        Some((at, 'm' | 'M')) => (&text[..at], 20),
        Some((at, 'g' | 'G')) => (&text[..at], 30),
        _ => (text, 0),
    };
    digits
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(1 << shift))
        .ok_or_else(|| format!("{name} must be a number of bytes such as 256M, not '{text}'."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk_check::HELP;

    fn read(text: &str) -> Result<Parsed, String> {
        parse(text.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn reads_the_options_and_names_wrong_ones() {
        let Ok(Parsed::Task(task)) = read("--seconds 5 /data --size=1G --threads 4 --json") else { panic!() };
        let limits = Limits { duration: Duration::from_secs(5), bytes: 1 << 30, threads: 4 };
        assert_eq!(task, Task { folder: "/data".into(), limits, json: true, quiet: false });
        let Ok(Parsed::Task(task)) = read("-- --seconds") else { panic!() };
        assert_eq!((task.folder, task.limits), ("--seconds".into(), Limits::default()));
        assert_eq!(read("--help"), Ok(Parsed::Help));
        for (text, named) in [
            ("", "DIR"),
            ("a b", "one folder"),
            ("a --seconds soon", "'soon'"),
            ("a --seconds -1", "'-1'"),
            ("a --size 1T", "'1T'"),
            ("a --size", "--size needs"),
            ("a --size 99999999999G", "'99999999999G'"),
            ("a --size é", "'é'"),
            ("a --fast", "'--fast'"),
        ] {
            let sentence = read(text).unwrap_err();
            assert!(sentence.contains(named), "{text}: {sentence}");
        }
        for flag in ["--seconds", "--size", "--threads", "--json", "--quiet"] {
            assert!(HELP.contains(flag), "{flag} is not in the help text");
        }
    }
}
