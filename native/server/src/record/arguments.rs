//! The arguments of `rookeryd record`.

use std::path::PathBuf;
use std::time::Duration;

use rookery_recorder::{LEVELS, Length, Options, Requests, Trigger};

use crate::flags::{Flags, Word};
use crate::remote::ClientFiles;

/// What the arguments request.
#[derive(Debug)]
pub enum Parsed {
    Task(Box<Task>),
    Help,
}

/// One recording.
#[derive(Debug)]
pub struct Task {
    pub url: String,
    pub tls: ClientFiles,
    /// A two-factor code.
    pub code: Option<u32>,
    pub out: PathBuf,
    pub overwrite: bool,
    /// The databases; those that are loaded when empty.
    pub databases: Vec<String>,
    pub options: Options,
    /// Whether the level of the log that the server sends to watchers is raised meanwhile.
    pub set_log_level: bool,
    pub note: String,
    pub quiet: bool,
}

const DEFAULT_AFTER: Duration = Duration::from_secs(30);

/// Reads the arguments after the command's name. An error is a sentence.
pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Parsed, String> {
    let (mut url, mut out, mut next, mut last) = (None, None, None, None);
    let mut after = DEFAULT_AFTER;
    let mut task = Task {
        url: String::new(),
        tls: ClientFiles::default(),
        code: None,
        out: PathBuf::new(),
        overwrite: false,
        databases: Vec::new(),
        options: Options::default(),
        set_log_level: false,
        note: String::new(),
        quiet: false,
    };
    let mut flags = Flags::new(arguments);
    while let Some(word) = flags.next() {
        let name = match word {
            Word::Flag(name) => name,
            Word::Plain(word) => {
                if word.is_empty() || url.replace(word).is_some() {
                    return Err("Name one server to record.".to_owned());
                }
                continue;
            }
        };
        match name.as_str() {
            "--out" => out = Some(PathBuf::from(flags.value()?)),
            "--overwrite" => task.overwrite = true,
            "--minutes" => next = Some(minutes(&name, &flags.value()?)?),
            "--keep-last" => last = Some(minutes(&name, &flags.value()?)?),
            "--after" => after = Duration::from_secs(flags.number()?),
            "--database" => task.databases.push(flags.value()?),
            "--max-size" => task.options.size = flags.number()?.saturating_mul(1 << 20),
            "--trigger" => task.options.triggers.push(Trigger::parse(&flags.value()?)?),
            "--logs" => task.options.log_level = level(&flags.value()?)?,
            "--set-log-level" => task.set_log_level = true,
            "--requests" => task.options.requests = requests(&flags.value()?)?,
            "--max-rate" => task.options.most_per_second = rate(flags.number()?)?,
            "--note" => task.note = flags.value()?,
            "--certificate" => task.tls.certificate = Some(PathBuf::from(flags.value()?)),
            "--key" => task.tls.key = Some(PathBuf::from(flags.value()?)),
            "--authority" => task.tls.authority = Some(PathBuf::from(flags.value()?)),
            "--two-factor-code" => task.code = Some(code(&flags.value()?)?),
            "--quiet" => task.quiet = true,
            "--help" | "-h" => return Ok(Parsed::Help),
            other => return Err(format!("'{other}' is not an option of record; see --help.")),
        }
    }
    task.url = url.ok_or("The server to record is missing: rookeryd record URL --out FILE.")?;
    task.out = out.ok_or("--out FILE is missing: name the file to write.")?;
    if task.options.size == 0 {
        return Err("--max-size must be at least 1 MiB.".to_owned());
    }
    task.options.length = match (next, last) {
        (Some(_), Some(_)) => return Err("Use --minutes or --keep-last, not both.".to_owned()),
        (_, Some(kept)) => Length::Last { kept, after },
        (next, None) => next.map_or(task.options.length, Length::Next),
    };
    Ok(Parsed::Task(Box::new(task)))
}

fn code(text: &str) -> Result<u32, String> {
    let digits = text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_digit());
    let wrong = || "--two-factor-code must have six digits.".to_owned();
    text.parse().ok().filter(|_| digits).ok_or_else(wrong)
}

fn requests(text: &str) -> Result<Requests, String> {
    Requests::named(text).ok_or_else(|| format!("--requests must be all, sampled or none, not '{text}'."))
}

fn rate(number: u64) -> Result<u32, String> {
    u32::try_from(number)
        .ok()
        .filter(|rate| *rate > 0)
        .ok_or_else(|| format!("--max-rate must be a number of messages per second from 1 on, not {number}."))
}

/// Between one second and a week.
fn minutes(name: &str, text: &str) -> Result<Duration, String> {
    let wrong = || format!("{name} must be a number of minutes from 0.02 to 10080, not '{text}'.");
    let minutes: f64 = text.parse().map_err(|_| wrong())?;
    if !(0.02..=10_080.0).contains(&minutes) {
        return Err(wrong());
    }
    Ok(Duration::from_secs_f64(60.0 * minutes))
}

fn level(text: &str) -> Result<String, String> {
    LEVELS
        .iter()
        .find(|level| level.eq_ignore_ascii_case(text))
        .map(|level| (*level).to_owned())
        .ok_or_else(|| format!("--logs must be one of {}, not '{text}'.", LEVELS.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::HELP;

    fn read(text: &str) -> Result<Parsed, String> {
        parse(text.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn reads_the_options_and_names_wrong_ones() {
        let text = "http://h:1 --minutes 0.5 --database a --database=b --out f --trigger cpu=90 --logs error --max-size 5";
        let Ok(Parsed::Task(task)) = read(text) else { panic!() };
        assert_eq!((task.url.as_str(), task.out.to_str().unwrap()), ("http://h:1", "f"));
        assert_eq!(task.options.length, Length::Next(Duration::from_secs(30)));
        assert_eq!(
            (task.databases.len(), task.options.size, task.options.log_level.as_str()),
            (2, 5 << 20, "Error")
        );
        let Ok(Parsed::Task(task)) = read("http://h --out f --keep-last 15 --after 5") else { panic!() };
        let (kept, after) = (Duration::from_secs(900), Duration::from_secs(5));
        assert_eq!(task.options.length, Length::Last { kept, after });
        for (text, named) in [
            ("--out f", "server to record"),
            ("http://h", "--out FILE"),
            ("http://h http://i --out f", "one server"),
            ("http://h --out f --minutes 0", "'0'"),
            ("http://h --out f --minutes nan", "'nan'"),
            ("http://h --out f --minutes 1 --keep-last 1", "not both"),
            ("http://h --out f --trigger speed=1", "'speed'"),
            ("http://h --out f --logs loud", "'loud'"),
            ("http://h --out f --max-size 0", "--max-size"),
            ("http://h --out f --max-rate 0", "--max-rate"),
            ("http://h --out f --requests some", "'some'"),
            ("http://h --out f --two-factor-code 12345", "six digits"),
            ("http://h --out f --fast", "'--fast'"),
            ("http://h --out", "--out needs"),
        ] {
            let sentence = read(text).err().unwrap();
            assert!(sentence.contains(named), "{text}: {sentence}");
        }
        let flags = "--out --overwrite --minutes --keep-last --after --database --max-size --trigger --logs --set-log-level --requests --max-rate --note \
                     --certificate --key --authority --two-factor-code --quiet --help";
        for flag in flags.split_whitespace() {
            assert!(HELP.contains(flag), "{flag} is not in the help text");
        }
    }
}
