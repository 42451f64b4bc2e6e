//! The command line of `rookeryd`.

use std::net::IpAddr;
use std::path::PathBuf;

/// Printed for `--help`.
pub const HELP: &str = "\
rookeryd: the Rookery database engine behind RavenDB's HTTP API, on a port

Usage: rookeryd --data DIR [--port N] [--host ADDRESS] [--stackcap FILE]
                [--other-processes] [--parent-stdin]

  --data DIR        folder of the databases; made when it does not exist
  --port N          port to listen on; 0 (the default) takes any free one
  --host ADDRESS    IP address to listen on; 127.0.0.1 unless said otherwise.
                    There is no password: whoever reaches the port can read and change everything
  --stackcap FILE   the stack capture program, for /admin/debug/threads/stack-trace;
                    by default `stackcap` beside rookeryd
  --other-processes list this user's processes and capture their stacks too, under /rookery/processes;
                    on a loopback address only
  --parent-stdin    stop when standard input ends, so that the server never outlives its parent
  --help, --version

When ready it prints one line: Server available on: http://ADDRESS:PORT
It stops cleanly on SIGTERM and SIGINT.
";

/// What was asked for.
#[derive(Debug, PartialEq, Eq)]
pub struct Arguments {
    /// Folder of the databases.
    pub data: PathBuf,
    /// Port; 0 is any.
    pub port: u16,
    /// Address to listen on.
    pub host: IpAddr,
    /// The capture program, when named.
    pub stackcap: Option<PathBuf>,
    /// Show other processes of this user.
    pub other_processes: bool,
    /// Stop when standard input ends.
    pub parent_stdin: bool,
}

/// Run the server, or print something and end.
#[derive(Debug, PartialEq, Eq)]
pub enum Wish {
    /// Serve.
    Serve(Arguments),
    /// Print the help text.
    Help,
    /// Print the version.
    Version,
}

/// Reads the arguments after the program's name. An error is a sentence.
pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Wish, String> {
    let mut data = None;
    let mut port = 0;
    let mut host = IpAddr::from([127, 0, 0, 1]);
    let mut stackcap = None;
    let mut other_processes = false;
    let mut parent_stdin = false;
    let mut rest = arguments.into_iter();
    while let Some(argument) = rest.next() {
        let (name, inline) = match argument.split_once('=') {
            Some((name, value)) => (name.to_owned(), Some(value.to_owned())),
            None => (argument, None),
        };
        let mut value = || {
            inline.clone().or_else(|| rest.next()).ok_or_else(|| format!("{name} needs a value; see --help."))
        };
        match name.as_str() {
            "--data" => data = Some(PathBuf::from(value()?)),
            "--port" => {
                let text = value()?;
                port = text
                    .parse()
                    .map_err(|_| format!("--port must be a number from 0 to 65535, not '{text}'."))?;
            }
            "--host" => {
                let text = value()?;
                let address = if text == "localhost" { "127.0.0.1" } else { text.as_str() };
                host = address.parse().map_err(|_| {
                    format!("--host must be an IP address to listen on (such as 127.0.0.1), not '{text}'.")
                })?;
            }
            "--stackcap" => stackcap = Some(PathBuf::from(value()?)),
            "--other-processes" => other_processes = true,
            "--parent-stdin" => parent_stdin = true,
            "--help" | "-h" => return Ok(Wish::Help),
            "--version" | "-V" => return Ok(Wish::Version),
            other => return Err(format!("'{other}' is not an option of rookeryd; see --help.")),
        }
    }
    let data = data.ok_or("--data DIR is missing: name the folder to keep the databases in.")?;
    if other_processes && !host.is_loopback() {
        return Err(format!(
            "--other-processes lets whoever reaches the port stop this user's programs and read their stacks, so it \
             needs a loopback --host, not {host}."
        ));
    }
    Ok(Wish::Serve(Arguments { data, port, host, stackcap, other_processes, parent_stdin }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Wish, String> {
        parse(text.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn reads_both_spellings_of_a_value() {
        let Wish::Serve(found) = read("--data=/d --port 8080 --parent-stdin").unwrap() else { panic!() };
        assert_eq!((found.data, found.port, found.parent_stdin), (PathBuf::from("/d"), 8080, true));
        assert_eq!(found.host, IpAddr::from([127, 0, 0, 1]));
    }

    #[test]
    fn says_what_is_wrong_by_name() {
        assert!(read("").unwrap_err().contains("--data"));
        assert!(read("--data d --port x").unwrap_err().contains("'x'"));
        assert!(read("--data d --port").unwrap_err().contains("--port"));
        assert!(read("--data d --host example.org").unwrap_err().contains("example.org"));
        assert!(read("--data d --verbose").unwrap_err().contains("--verbose"));
        assert!(read("--data d --host 0.0.0.0 --other-processes").unwrap_err().contains("loopback"));
        assert!(read("--data d --host ::1 --other-processes").is_ok());
        assert_eq!(read("--help").unwrap(), Wish::Help);
    }
}
