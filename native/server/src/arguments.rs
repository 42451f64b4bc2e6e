//! The command line of `rookeryd`.

use std::net::IpAddr;
use std::path::PathBuf;

use rookery_listener::Bounds;

use crate::numbers::{count, mebibytes, seconds};

use crate::flags::{Flags, Word};

/// How the server is to run.
#[derive(Debug, PartialEq, Eq)]
pub struct Arguments {
    /// Folder of the databases.
    pub data: PathBuf,
    /// Further folders that may hold journals.
    pub journals_roots: Vec<PathBuf>,
    /// Further folders that may hold backups.
    pub backups_roots: Vec<PathBuf>,
    /// Port; 0 is any.
    pub port: u16,
    /// Port for the workers of subscriptions; 0 is any.
    pub tcp_port: u16,
    /// Address to listen on.
    pub host: IpAddr,
    /// Names that requests without TLS may be sent to.
    pub host_names: Vec<String>,
    /// TLS with client certificates.
    pub tls: Option<TlsFiles>,
    /// The capture program, when named.
    pub stackcap: Option<PathBuf>,
    /// Show other processes of this user.
    pub other_processes: bool,
    /// Callers may change the faults of the disk and the offset of the clock.
    pub fault_injection: bool,
    /// Stop when standard input ends.
    pub parent_stdin: bool,
    /// Cores that it may use; `None`: all.
    pub cpu_limit: Option<usize>,
    /// What clients may take.
    pub bounds: Bounds,
}

/// The files that TLS needs.
#[derive(Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The server's certificate chain.
    pub certificate: PathBuf,
    /// Its private key; in the certificate's file when `None`.
    pub key: Option<PathBuf>,
    /// Who signs the clients' certificates.
    pub authority: PathBuf,
}

/// Run the server, or print something and end.
#[derive(Debug, PartialEq, Eq)]
pub enum Mode {
    /// Serve.
    Serve(Box<Arguments>),
    /// Print the help text.
    Help,
    /// Print the version.
    Version,
}

/// Reads the arguments after the program's name. An error is a sentence.
pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Mode, String> {
    let mut data = None;
    let (mut journals_roots, mut backups_roots) = (Vec::new(), Vec::new());
    let (mut port, mut tcp_port) = (0, 0);
    let mut host = IpAddr::from([127, 0, 0, 1]);
    let mut host_names = Vec::new();
    let (mut certificate, mut key, mut authority) = (None, None, None);
    let mut unsecured = false;
    let mut stackcap = None;
    let mut other_processes = false;
    let mut fault_injection = false;
    let mut parent_stdin = false;
    let mut cpu_limit = None;
    let mut bounds = Bounds::default();
    let mut flags = Flags::new(arguments);
    while let Some(word) = flags.next() {
        let (Word::Flag(name) | Word::Plain(name)) = word;
        match name.as_str() {
            "--data" => data = Some(PathBuf::from(flags.value()?)),
            "--journals-root" => journals_roots.push(PathBuf::from(flags.value()?)),
            "--backups-root" => backups_roots.push(PathBuf::from(flags.value()?)),
            "--port" => port = port_number(&name, &flags.value()?)?,
            "--tcp-port" => tcp_port = port_number(&name, &flags.value()?)?,
            "--host" => host = address(&flags.value()?)?,
            "--host-name" => host_names.push(flags.value()?),
            "--certificate" => certificate = Some(PathBuf::from(flags.value()?)),
            "--key" => key = Some(PathBuf::from(flags.value()?)),
            "--authority" => authority = Some(PathBuf::from(flags.value()?)),
            "--unsecured-remote-access" => unsecured = true,
            "--stackcap" => stackcap = Some(PathBuf::from(flags.value()?)),
            "--other-processes" => other_processes = true,
            "--fault-injection" => fault_injection = true,
            "--parent-stdin" => parent_stdin = true,
            "--cpu-limit" => cpu_limit = Some(count(&name, &flags.value()?)?),
            "--max-connections" => bounds.connections = count(&name, &flags.value()?)?,
            "--max-feeds" => bounds.feeds = count(&name, &flags.value()?)?,
            "--max-body" => bounds.body = mebibytes(&name, &flags.value()?)?,
            "--body-memory" => bounds.body_memory = mebibytes(&name, &flags.value()?)?,
            "--header-timeout" => bounds.header = seconds(&name, &flags.value()?)?,
            "--idle-timeout" => bounds.idle = seconds(&name, &flags.value()?)?,
            "--body-timeout" => bounds.body_pause = seconds(&name, &flags.value()?)?,
            "--stall-timeout" => bounds.stall = seconds(&name, &flags.value()?)?,
            "--help" | "-h" => return Ok(Mode::Help),
            "--version" | "-V" => return Ok(Mode::Version),
            other => return Err(format!("'{other}' is not an option of rookeryd; see --help.")),
        }
    }
    let data = data.ok_or("--data DIR is missing: name the folder to keep the databases in.")?;
    let tls = tls(certificate, key, authority)?;
    check_local_only(host, "--fault-injection", fault_injection, "make the databases slow or refuse writes")?;
    let reads = "stop this user's programs and read their stacks";
    check_local_only(host, "--other-processes", other_processes, reads)?;
    check_exposure(host, tls.is_some(), unsecured)?;
    if bounds.body_memory < bounds.body {
        return Err(
            "--body-memory must not be smaller than --max-body: no request could fill its body.".to_owned()
        );
    }
    Ok(Mode::Serve(Box::new(Arguments {
        data,
        journals_roots,
        backups_roots,
        port,
        tcp_port,
        host,
        host_names,
        tls,
        stackcap,
        other_processes,
        fault_injection,
        parent_stdin,
        cpu_limit,
        bounds,
    })))
}

fn port_number(name: &str, text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| format!("{name} must be a number from 0 to 65535, not '{text}'."))
}

fn address(text: &str) -> Result<IpAddr, String> {
    let address = if text == "localhost" { "127.0.0.1" } else { text };
    address
        .parse()
        .map_err(|_| format!("--host must be an IP address to listen on (such as 127.0.0.1), not '{text}'."))
}

fn tls(
    certificate: Option<PathBuf>,
    key: Option<PathBuf>,
    authority: Option<PathBuf>,
) -> Result<Option<TlsFiles>, String> {
    match (certificate, authority) {
        (Some(certificate), Some(authority)) => Ok(Some(TlsFiles { certificate, key, authority })),
        (Some(_), None) => Err("--certificate needs --authority FILE, the certificates that sign those of the \
                                clients: without them everybody who reaches the port could read and change everything."
            .to_owned()),
        (None, Some(_)) => {
            Err("--authority needs --certificate FILE, the server's own certificate for TLS.".to_owned())
        }
        (None, None) if key.is_some() => {
            Err("--key needs --certificate FILE, the certificate that it belongs to.".to_owned())
        }
        (None, None) => Ok(None),
    }
}

/// Refuses to give other machines what only callers on this one may do.
fn check_local_only(host: IpAddr, option: &str, is_on: bool, allows: &str) -> Result<(), String> {
    if is_on && !host.is_loopback() {
        return Err(format!(
            "{option} lets its callers {allows}, so it needs a loopback --host, not {host}."
        ));
    }
    Ok(())
}

/// Refuses to serve other machines by mistake.
fn check_exposure(host: IpAddr, tls: bool, unsecured: bool) -> Result<(), String> {
    if host.is_loopback() {
        return Ok(());
    }
    if !tls && !unsecured {
        return Err(format!(
            "{host} can be reached from other machines, and there is no password. Give --certificate FILE and \
             --authority FILE to serve clients with certificates over TLS, or --unsecured-remote-access if whoever \
             reaches the port may read and change everything."
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::help::HELP;

    fn read(text: &str) -> Result<Mode, String> {
        parse(text.split_whitespace().map(str::to_owned))
    }

    fn served(text: &str) -> Arguments {
        match read(text).unwrap() {
            Mode::Serve(arguments) => *arguments,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn reads_both_spellings_of_a_value() {
        let found = served("--data=/d --port 8080 --parent-stdin --cpu-limit 3");
        assert_eq!((found.data, found.port, found.parent_stdin), (PathBuf::from("/d"), 8080, true));
        assert_eq!((found.host, found.cpu_limit), (IpAddr::from([127, 0, 0, 1]), Some(3)));
        assert_eq!(found.bounds, Bounds::default());
        let found = served(
            "--data d --max-connections 7 --body-memory=512 --journals-root a --journals-root=b --backups-root c",
        );
        assert_eq!((found.bounds.connections, found.bounds.body_memory), (7, 512 << 20));
        assert_eq!(found.journals_roots, [PathBuf::from("a"), PathBuf::from("b")]);
        assert_eq!(found.backups_roots, [PathBuf::from("c")]);
    }

    #[test]
    fn wrong_arguments_are_named() {
        for (text, named) in [
            ("", "--data"),
            ("--data d --port x", "'x'"),
            ("--data d --port", "--port"),
            ("--data d --tcp-port 65536", "'65536'"),
            ("--data d --host example.org", "example.org"),
            ("--data d --verbose", "--verbose"),
            ("--data d --max-feeds none", "--max-feeds"),
            ("--data d --cpu-limit 0", "--cpu-limit"),
            ("--data d --body-memory 1", "--max-body"),
            ("--data d --certificate c", "--authority"),
            ("--data d --authority a", "--certificate"),
            ("--data d --key k", "--certificate"),
        ] {
            let sentence = read(text).unwrap_err();
            assert!(sentence.contains(named), "{text}: {sentence}");
        }
        assert_eq!(read("--help").unwrap(), Mode::Help);
    }

    #[test]
    fn other_machines_are_served_with_certificates_or_on_request() {
        let refused = read("--data d --host 0.0.0.0").unwrap_err();
        assert!(
            refused.contains("--authority") && refused.contains("--unsecured-remote-access"),
            "{refused}"
        );
        assert!(read("--data d --host ::").is_err());
        assert!(read("--data d --host 0.0.0.0 --unsecured-remote-access").is_ok());
        assert!(read("--data d --host 192.168.1.5 --certificate c --authority a").is_ok());
        assert!(read("--data d --host ::1").is_ok());
        let refused =
            read("--data d --host 0.0.0.0 --unsecured-remote-access --other-processes").unwrap_err();
        assert!(refused.contains("loopback"), "{refused}");
        assert!(read("--data d --host ::1 --other-processes --fault-injection").is_ok());
        let refused =
            read("--data d --host 0.0.0.0 --certificate c --authority a --fault-injection").unwrap_err();
        assert!(refused.contains("loopback"), "{refused}");
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
        assert!(found >= 20, "{found} flags found in the source");
    }
}
