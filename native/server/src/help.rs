//! What `rookeryd --help` and `rookeryd --version` print.

/// Commit and date of a package (`COMMIT, YYYY-MM-DD`), set by the script that builds it.
const PACKAGE_BUILD: Option<&str> = option_env!("ROOKERY_BUILD");

/// One line: the version of the server, then commit and build date when they are known.
pub fn version() -> String {
    let version = rookery_api::version::FULL_VERSION;
    match PACKAGE_BUILD {
        Some(build) => format!("{version} ({build})"),
        None => format!("{version} (development build)"),
    }
}

/// Every flag with its meaning.
pub const HELP: &str = "\
rookeryd: the Rookery database engine behind RavenDB's HTTP API, on a port

Usage: rookeryd --data DIR [options]
       rookeryd export|import …     dumps of a database, without serving; see rookeryd export --help
       rookeryd backup|restore|verify …
                                    complete databases in one file; see rookeryd backup --help
       rookeryd disk-check DIR      what durable writes cost on a disk; see rookeryd disk-check --help
       rookeryd record URL          a server's diagnostics in one file; see rookeryd record --help
       rookeryd inspect FILE, rookeryd recording …
                                    what such a file shows; see rookeryd recording --help

Where
  --data DIR             folder of the databases; made when it does not exist
  --journals-root DIR    a client may place a new database's journals below DIR (Storage.JournalsPath), not only below
                         the data folder; may be given several times
  --backups-root DIR     a client may write and read backups below DIR, not only below Backups in the data folder; may
                         be given several times
  --port N               port to listen on; 0 (the default) takes any free one
  --tcp-port N           port for the workers of subscriptions, with the same TLS; 0 (the default) takes any free one,
                         which clients read from /info/tcp
  --host ADDRESS         IP address to listen on (default 127.0.0.1). Any other than a loopback address needs TLS or
                         --unsecured-remote-access
  --host-name NAME       name under which clients reach this server without TLS, in addition to localhost and plain
                         addresses; may be given several times

Who may connect
  --certificate FILE     the server's certificate chain (PEM): the port uses TLS 1.2 and 1.3. Needs --authority
  --key FILE             its private key (PEM); by default it is read from the certificate's file
  --authority FILE       certificates (PEM) that the clients' certificates must be signed by; a client without one is
                         refused in the handshake
  --unsecured-remote-access
                         listen on an address that other machines reach without TLS: whoever reaches the port can
                         read and change everything
  --other-processes      show this user's processes and their stacks under /rookery/processes, to callers with the
                         token that is printed to standard error at the start; on a loopback address only

Tests of applications
  --fault-injection      GET and PUT /rookery/fault-injection: make the disk slow, full or unreliable, and move the
                         clock, until the program ends; on a loopback address only

Bounds
  --max-connections N    most open connections (default 1024); beyond it connections that sent no request yet are
                         closed, oldest first, then idle ones; else the new one is answered 503
  --max-feeds N          most open live feeds, WebSockets (default 256); beyond it: 503
  --max-body MIB         largest request body, before and after decoding (default 256); beyond it: 413
  --body-memory MIB      memory for all request bodies together (default 1024); beyond it: 503
  --header-timeout S     seconds for a request's header to arrive (default 10)
  --idle-timeout S       seconds a connection may stay open between requests (default 120)
  --body-timeout S       seconds in which a request body must bring at least 4 KiB (default 30); beyond it: 408
  --stall-timeout S      seconds of silence in a bulk insert, or with an answer left unread (default 300)

Running
  --cpu-limit N          use at most N processor cores (Linux)
  --stackcap FILE        the stack capture program, for /admin/debug/threads/stack-trace; by default `stackcap` next to
                         rookeryd
  --parent-stdin         stop when standard input ends, so that the server never outlives its parent
  --help, --version        print this text; print the version, the commit and the build date

Exit codes
  0  stopped cleanly, or printed this text or the version
  1  could not start, or failed while it ran; the reason is on standard error
  2  wrong arguments
  Those of the other commands are in their help texts.

When ready it prints one line: Server available on: http://ADDRESS:PORT (https with --certificate)
It stops cleanly on SIGTERM and SIGINT.
";
