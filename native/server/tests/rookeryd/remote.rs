//! An address that other machines reach: only with TLS or on request, and never for pages of other sites.

use crate::running::{Running, command};

#[test]
fn an_address_beyond_this_machine_needs_certificates_or_a_flag() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let output = command(&data).args(["--host", "0.0.0.0"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    for advice in ["0.0.0.0", "--certificate", "--authority", "--unsecured-remote-access"] {
        assert!(said.contains(advice), "{said}");
    }
    assert!(output.stdout.is_empty() && !data.exists());
}

#[test]
fn pages_of_other_sites_are_refused_on_every_address() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--host", "0.0.0.0", "--unsecured-remote-access", "--host-name", "box.lan"];
    let mut server = Running::start(folder.path(), &arguments);
    server.errors_with("without TLS and without a password");
    let port = server.address.rsplit_once(':').unwrap().1.to_owned();
    server.address = format!("127.0.0.1:{port}");
    let status = |headers: &str| {
        let answer = server.raw(&format!(
            "POST /databases/shop/bulk_docs HTTP/1.1\r\n{headers}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
        ));
        answer.split(' ').nth(1).unwrap_or("none").to_owned()
    };
    let host = format!("Host: 192.168.7.7:{port}");
    assert_eq!(status(&host), "500", "no such database, so the gate was passed");
    assert_eq!(status(&format!("Host: box.lan:{port}")), "500");
    for refused in [
        "Host: rebound.example".to_owned(),
        format!("{host}\r\nOrigin: http://evil.example"),
        format!("{host}\r\nOrigin: null"),
        format!("{host}\r\nReferer: http://evil.example/page"),
        format!("{host}\r\nSec-Fetch-Site: cross-site"),
        format!("Host: box.lan\r\nHost: 127.0.0.1:{port}"),
    ] {
        assert_eq!(status(&refused), "403", "{refused}");
    }
}
