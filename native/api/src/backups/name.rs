//! Names of backups, as servers write and read them.

use time::{Date, Month, OffsetDateTime, PrimitiveDateTime, Time};

/// The ending of a full backup: a dump.
pub const FULL: &str = ".ravendb-full-backup";
/// The ending of the engine's one-file backup.
pub const ONE_FILE: &str = ".rookery-backup";

/// What a file in a folder of a backup is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// A dump with everything.
    Full,
    /// The engine's one-file backup.
    OneFile,
    /// Changes since the file before.
    Incremental,
    /// A server's copy of its storage.
    Snapshot,
    /// Any of them, encrypted.
    Encrypted,
}

impl FileKind {
    /// The kind by the ending of the name.
    pub fn of(name: &str) -> Option<Self> {
        const ENDINGS: [(&str, FileKind); 8] = [
            (FULL, FileKind::Full),
            (ONE_FILE, FileKind::OneFile),
            (".ravendb-incremental-backup", FileKind::Incremental),
            (".ravendb-snapshot", FileKind::Snapshot),
            (".ravendb-encrypted-full-backup", FileKind::Encrypted),
            (".ravendb-encrypted-incremental-backup", FileKind::Encrypted),
            (".ravendb-encrypted-snapshot", FileKind::Encrypted),
            (".ravendb-encrypted-backup", FileKind::Encrypted),
        ];
        ENDINGS.iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, kind)| *kind)
    }
}

/// A folder with the files of one backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderName {
    pub moment: OffsetDateTime,
    pub database: String,
    pub node: String,
}

impl FolderName {
    /// `2026-11-22-14-25-58.ravendb-shop-A-backup`.
    pub fn to_text(&self) -> String {
        format!("{}.ravendb-{}-{}-backup", time_text(self.moment), self.database, self.node)
    }

    /// Reads such a name.
    pub fn parse(name: &str) -> Option<Self> {
        let (moment, rest) = name.split_once(".ravendb-")?;
        let rest = rest.strip_suffix("-backup").or_else(|| rest.strip_suffix("-snapshot"))?;
        let (database, node) = rest.rsplit_once('-')?;
        let is_filled = !database.is_empty() && !node.is_empty();
        let moment = parse_time(moment).filter(|_| is_filled)?;
        Some(Self { moment, database: database.to_owned(), node: node.to_owned() })
    }
}

/// `2026-11-22-14-25-58`, in UTC.
pub fn time_text(moment: OffsetDateTime) -> String {
    let utc = moment.to_offset(time::UtcOffset::UTC);
    let (hour, minute, second) = utc.time().as_hms();
    format!(
        "{:04}-{:02}-{:02}-{hour:02}-{minute:02}-{second:02}",
        utc.year(),
        u8::from(utc.month()),
        utc.day()
    )
}

/// Reads such a text, and nothing that follows it after a dot.
pub fn parse_time(text: &str) -> Option<OffsetDateTime> {
    let text = text.split('.').next().unwrap_or_default();
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day, hour, minute, second] = parts[..] else { return None };
    if year.len() != 4 || [month, day, hour, minute, second].iter().any(|part| part.len() != 2) {
        return None;
    }
    let number = |part: &str| part.parse::<u8>().ok();
    let month = Month::try_from(number(month)?).ok()?;
    let date = Date::from_calendar_date(year.parse::<u16>().ok()?.into(), month, number(day)?).ok()?;
    let time = Time::from_hms(number(hour)?, number(minute)?, number(second)?).ok()?;
    Some(PrimitiveDateTime::new(date, time).assume_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_others_are_not() {
        let moment = time::macros::datetime!(2026-11-22 14:25:58 UTC);
        let name = FolderName { moment, database: "my-shop.2".into(), node: "A".into() };
        assert_eq!(name.to_text(), "2026-11-22-14-25-58.ravendb-my-shop.2-A-backup");
        assert_eq!(FolderName::parse(&name.to_text()), Some(name));
        for wrong in [
            "",
            ".2026-11-22-14-25-58.ravendb-x-A-backup.partial",
            "2026-11-22-14-25-58.ravendb-x-A",
            "2026-13-22-14-25-58.ravendb-x-A-backup",
            "2026-11-22-14-25-58.ravendb--A-backup",
            "26-11-22-14-25-58.ravendb-x-A-backup",
            "+026-11-22-14-25-58.ravendb-x-A-backup-backup-",
        ] {
            assert_eq!(FolderName::parse(wrong), None, "{wrong}");
        }
        assert_eq!(FileKind::of("2026.ravendb-encrypted-full-backup"), Some(FileKind::Encrypted));
        assert_eq!(FileKind::of("2026.ravendb-full-backup"), Some(FileKind::Full));
        assert_eq!(FileKind::of("2026.ravendb-full-backup.partial"), None);
    }
}
