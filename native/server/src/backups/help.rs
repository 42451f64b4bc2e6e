//! What `rookeryd backup --help`, `restore --help` and `verify --help` print.

/// Every flag with its meaning, and the exit codes.
pub const HELP: &str = "\
rookeryd backup, restore, verify: a complete database in one file, with checksums

Usage: rookeryd backup  --data DIR --database NAME --file FILE [options]
       rookeryd restore --data DIR --database NEW_NAME --file FILE [options]
       rookeryd verify  --file FILE [options]

  --data DIR             a data folder that no running rookeryd uses
  --database NAME        the database; for restore the name of the new one, which must not exist
  --file FILE            the backup; an existing file is never replaced
  --json                 print the result as JSON
  --quiet                do not print progress to standard error
  --help

A backup has all documents, revisions, attachments, counters, identities, tombstones, settings and definitions of
indexes; indexes are built again after a restore. It gets its name when it was written, synced and read again. A restored
database appears when it is complete. Dumps for RavenDB are written by rookeryd export.

Exit codes: 0 complete, 1 failed or damaged, 2 wrong arguments, 130 stopped
";
