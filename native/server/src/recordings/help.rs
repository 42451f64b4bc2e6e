//! What `rookeryd inspect --help` and `rookeryd recording --help` print.

/// Of `inspect`.
pub const INSPECT: &str = "\
rookeryd inspect: what a recording shows, and what is notable in it

Usage: rookeryd inspect FILE [options]

  --json                 print the manifest, the number of rows and the findings as JSON
  --help

FILE is a recording of rookeryd record. One that was cut off or damaged is read as far as it is whole.
rookeryd recording rules lists what the findings look for.

Exit codes: 0 printed, 1 the file cannot be read, 2 wrong arguments
";

/// Of `recording`.
pub const RECORDING: &str = "\
rookeryd recording: cut, mask, export and compare recordings of rookeryd record

Usage: rookeryd recording edit FILE --out FILE [options]
       rookeryd recording export FILE --format FORMAT --out FILE [options]
       rookeryd recording compare FILE FILE [--json]
       rookeryd recording rules

Edit
  --from TIME            keep what is later: seconds from the start (90), or a time (2026-11-28T14:05:00Z)
  --to TIME              keep what is earlier
  --mask                 replace names, ids, literals of queries, addresses and messages; stacks keep their frames
  --note TEXT            a remark for whoever opens the file

Export
  --format FORMAT        io: writes and syncs as RavenDB's I/O metrics, for the I/O screen; speedscope: captured stacks;
                         csv: a table
  --database NAME        the database of io
  --table NAME           the table of csv

Both
  --out FILE             the file to write
  --overwrite            replace a file of that name
  --json                 print the comparison as JSON
  --help

Exit codes: 0 done, 1 failed, 2 wrong arguments
";
