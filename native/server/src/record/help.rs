//! What `rookeryd record --help` prints.

/// Every flag with its meaning, and the exit codes.
pub const HELP: &str = "\
rookeryd record: what a server's diagnostics show over a while, in one file

Usage: rookeryd record URL --out FILE [options]

  --out FILE             the file to write, usually NAME.rookery
  --overwrite            replace a file of that name
  --minutes N            record the next N minutes (default 10); Ctrl+C ends earlier and keeps the file
  --keep-last N          keep the last N minutes in memory, and write them on a trigger or on Ctrl+C
  --after S              with --keep-last: seconds to record after a trigger (default 30)
  --database NAME        a database to record; may be given several times. By default the databases that are loaded, at
                         most 20: reading from others would load them
  --max-size MIB         largest size of the recording (default 240); the studio opens files up to 256
  --logs LEVEL           lowest level of log lines: Trace, Debug, Info, Warn (default), Error, Fatal or Off
  --set-log-level        raise the level of the log that a RavenDB 7 sends to watchers to LEVEL while it is recorded: by
                         default it sends all levels, about two lines for each request. Needs the rights of an operator
  --requests WHICH       all (default), sampled: those of 2.5 s in every 20 s, or none. A server describes each request to
                         the recorder, which costs it processor time
  --max-rate N           sample what sends more than N messages per second for five seconds (default 1000) from then on, so
                         that a busy server is not slowed down
  --note TEXT            a remark for whoever opens the file
  --trigger WHAT         capture all thread stacks when this happens, at most every 30 s, and mark the moment; may be
                         given several times:
                           slow-write=MS     a write of the journal took so long
                           slow-request=MS   a request took so long
                           slow-query=MS     a query runs for so long
                           cpu=PERCENT       the machine is so busy, three seconds in succession
                           stall=MS          the server took so long for the statistics of a database
                           log=REGEX         a line of the log matches, in any case

How to reach a server with TLS
  --authority FILE       certificates (PEM) that the server's certificate must be signed by
  --certificate FILE     the client's certificate chain (PEM)
  --key FILE             its private key (PEM); by default it is read from the certificate's file
  --two-factor-code N    the six digits of the authenticator, for a certificate with two-factor authentication; the server
                         decides how long the session lasts

  --quiet                do not print progress to standard error
  --help

Recorded are writes and syncs, processor, memory, garbage collections, busy threads, requests, running queries,
databases, indexes and their batches, log lines and notifications: as far as the server offers them and the certificate
may read them. What could not be read is named in the file. The recording has texts of queries and ids of documents; it
has no documents.

Exit codes: 0 recorded, 1 failed, 2 wrong arguments
";
