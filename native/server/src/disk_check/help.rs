//! What `rookeryd disk-check --help` prints.

/// Every flag with its meaning, and the exit codes.
pub const HELP: &str = "\
rookeryd disk-check: what durable and buffered writes cost on a disk, and what that means for a database there

Usage: rookeryd disk-check DIR [options]

  --seconds N            about how long it runs (default 30, 1 to 3600); burst credits and caches of large disks show
                         only in long runs
  --size BYTES           disk space it takes at most (default 256M, 32M to 64G); K, M and G are powers of 1024
  --threads N            most threads that write at the same time (default 16, 1 to 64)
  --json                 print the report as JSON
  --quiet                do not print progress to standard error
  --help

DIR is an existing folder on the disk; no other file in it is read or changed. Measured are commits of the engine's
journal, durable writes (O_DIRECT and O_DSYNC on Linux), writes with fdatasync, buffered writes and reads around the
page cache, by block size, threads and order, then a sustained rate. All files are in a new private folder in DIR, which
is removed at the end, on errors and on Ctrl+C; what a killed check leaves is removed by the next one. A tenth of the
disk, at most 4 GiB, remains free.

Exit codes: 0 complete, 1 failed or refused, 2 wrong arguments, 130 stopped
";
