use crate::running::Running;

#[test]
fn pages_from_elsewhere_and_rebound_names_are_refused_in_plain_words() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path(), &[]);
    let ask = |headers: &str| {
        server.raw(&format!("GET /databases HTTP/1.1\r\n{headers}\r\nConnection: close\r\n\r\n"))
    };
    let host = format!("Host: {}", server.address);
    assert!(ask(&host).starts_with("HTTP/1.1 200"));
    let rebound = ask("Host: evil.example");
    assert!(rebound.starts_with("HTTP/1.1 403") && rebound.contains("evil.example"), "{rebound}");
    let foreign = ask(&format!("{host}\r\nOrigin: https://evil.example"));
    assert!(foreign.starts_with("HTTP/1.1 403") && foreign.contains("https://evil.example"), "{foreign}");
    assert!(ask(&format!("{host}\r\nSec-Fetch-Site: cross-site")).starts_with("HTTP/1.1 403"));
    let socket = ask(&format!(
        "{host}\r\nOrigin: https://evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    ));
    assert!(socket.starts_with("HTTP/1.1 403"), "{socket}");
}

#[test]
fn only_the_loopback_address_is_listened_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = Running::start(folder.path(), &[]);
    assert!(server.address.starts_with("127.0.0.1:"), "{}", server.address);
}
