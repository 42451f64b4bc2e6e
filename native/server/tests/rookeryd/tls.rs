//! TLS with client certificates, over real sockets and with certificates made here.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer, KeyPair,
    KeyUsagePurpose,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::client_async;

use crate::running::Running;

/// An authority that signs certificates.
struct Authority {
    issuer: Issuer<'static, KeyPair>,
    certificate: rcgen::Certificate,
}

/// A certificate and its key, in PEM.
struct Identity {
    certificate: String,
    key: String,
}

impl Authority {
    fn new(name: &str) -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign];
        let key = KeyPair::generate().unwrap();
        let certificate = params.self_signed(&key).unwrap();
        Self { issuer: Issuer::new(params, key), certificate }
    }

    fn sign(&self, names: &[&str], days: std::ops::Range<i64>, usage: ExtendedKeyUsagePurpose) -> Identity {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut params = CertificateParams::new(names).unwrap();
        let now = time::OffsetDateTime::now_utc();
        params.not_before = now + time::Duration::days(days.start);
        params.not_after = now + time::Duration::days(days.end);
        params.extended_key_usages = vec![usage];
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        Identity { certificate: certificate.pem(), key: key.serialize_pem() }
    }

    fn client(&self, days: std::ops::Range<i64>) -> Identity {
        self.sign(&["client"], days, ExtendedKeyUsagePurpose::ClientAuth)
    }
}

/// A server with TLS, its files in `folder`.
fn start(folder: &Path, authority: &Authority) -> Running {
    let identity = authority.sign(&["127.0.0.1", "localhost"], -1..1, ExtendedKeyUsagePurpose::ServerAuth);
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let certificate = file("server.pem", &identity.certificate);
    let key = file("server.key", &identity.key);
    let authority = file("authority.pem", &authority.certificate.pem());
    let arguments = ["--certificate", &certificate, "--key", &key, "--authority", &authority];
    Running::start(&folder.join("data"), &arguments)
}

async fn connect(
    server: &Running,
    trusted: &Authority,
    client: Option<&Identity>,
) -> std::io::Result<TlsStream<TcpStream>> {
    connect_to(&server.address, trusted, client).await
}

async fn connect_to(
    address: &str,
    trusted: &Authority,
    client: Option<&Identity>,
) -> std::io::Result<TlsStream<TcpStream>> {
    use tokio_rustls::rustls::pki_types::pem::PemObject;
    let mut roots = RootCertStore::empty();
    roots.add(trusted.certificate.der().clone()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots);
    let config = match client {
        None => config.with_no_client_auth(),
        Some(identity) => {
            let certificate = CertificateDer::from_pem_slice(identity.certificate.as_bytes()).unwrap();
            let key = PrivateKeyDer::from_pem_slice(identity.key.as_bytes()).unwrap();
            config.with_client_auth_cert(vec![certificate], key).unwrap()
        }
    };
    let stream = TcpStream::connect(address).await?;
    TlsConnector::from(Arc::new(config)).connect(ServerName::try_from("localhost").unwrap(), stream).await
}

/// What comes back for a request; an error when the server refused the handshake.
async fn request(
    server: &Running,
    trusted: &Authority,
    client: Option<&Identity>,
    path: &str,
    headers: &str,
) -> std::io::Result<String> {
    let mut stream = connect(server, trusted, client).await?;
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}\r\n", server.address);
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    tokio::time::timeout(Duration::from_secs(20), stream.read_to_string(&mut answer))
        .await
        .expect("no end")?;
    Ok(answer)
}

#[tokio::test]
async fn only_clients_that_the_authority_signed_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let (authority, stranger) = (Authority::new("rookery test"), Authority::new("rookery test"));
    let server = start(folder.path(), &authority);
    let wrong_use = authority.sign(&["client"], -1..1, ExtendedKeyUsagePurpose::ServerAuth);
    for (name, client) in [
        ("no certificate", None),
        ("a stranger's", Some(stranger.client(-1..1))),
        ("an expired one", Some(authority.client(-10..-1))),
        ("one of tomorrow", Some(authority.client(1..10))),
        ("a server's", Some(wrong_use)),
    ] {
        let answer = request(&server, &authority, client.as_ref(), "/databases", "").await;
        let error = answer.expect_err(name).to_string();
        assert!(
            error.contains("alert") || error.contains("closed") || error.contains("eof"),
            "{name}: {error}"
        );
    }
    let client = authority.client(-1..1);
    let answer = request(&server, &authority, Some(&client), "/cluster/topology", "").await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains(&format!("\"https://{}\"", server.address)), "{answer}");
    let foreign =
        request(&server, &authority, Some(&client), "/databases", "Origin: https://evil.example\r\n").await;
    assert!(foreign.unwrap().starts_with("HTTP/1.1 403"));
}

#[tokio::test]
async fn a_live_feed_works_over_tls() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new("rookery test");
    let server = start(folder.path(), &authority);
    let stream = connect(&server, &authority, Some(&authority.client(-1..1))).await.unwrap();
    let url = format!("wss://{}/threads-info/watch", server.address);
    let (mut feed, _) = client_async(url, stream).await.unwrap();
    let text =
        tokio::time::timeout(Duration::from_secs(20), feed.next()).await.expect("silence").unwrap().unwrap();
    assert!(text.to_text().unwrap().contains("ThreadsCount"), "{text:?}");
}

#[tokio::test]
async fn the_port_for_workers_requires_the_same_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new("rookery test");
    let server = start(folder.path(), &authority);
    let client = authority.client(-1..1);
    let info = request(&server, &authority, Some(&client), "/info/tcp", "").await.unwrap();
    let info: serde_json::Value = serde_json::from_str(info.split_once("\r\n\r\n").unwrap().1).unwrap();
    assert!(info["Certificate"].as_str().unwrap().starts_with("MII"), "{info}");
    let address = info["Url"].as_str().unwrap().strip_prefix("tcp://").unwrap();
    const PING: &[u8] = br#"{"Operation":"Ping","OperationVersion":-1}"#;
    let mut worker = connect_to(address, &authority, Some(&client)).await.unwrap();
    worker.write_all(PING).await.unwrap();
    let mut answer = String::new();
    worker.read_to_string(&mut answer).await.unwrap();
    assert!(answer.contains("\"Ok\""), "{answer}");
    // In TLS 1.3 the handshake of a client without a certificate fails at its first read.
    let stranger = Authority::new("rookery test").client(-1..1);
    for client in [None, Some(&stranger)] {
        let mut answer = Vec::new();
        if let Ok(mut worker) = connect_to(address, &authority, client).await {
            let _ = worker.write_all(PING).await;
            assert!(worker.read_to_end(&mut answer).await.is_err());
        }
        assert!(answer.is_empty());
    }
    let mut plain = TcpStream::connect(address).await.unwrap();
    plain.write_all(PING).await.unwrap();
    let mut answer = Vec::new();
    let _ = plain.read_to_end(&mut answer).await;
    assert!(!answer.contains(&b'{'), "{answer:?}");
}

#[test]
fn http_without_tls_and_older_protocols_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = start(folder.path(), &Authority::new("rookery test"));
    let answer = |bytes: &[u8]| {
        let mut stream = server.connect();
        stream.write_all(bytes).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    };
    let plain = answer(b"GET /databases HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    assert!(!plain.starts_with(b"HTTP"), "{plain:?}");
    // A hello of TLS 1.1 (3.2) and of 1.0 (3.1) with one cipher suite of that time.
    for version in [2, 1] {
        let mut hello = vec![3, version];
        hello.extend_from_slice(&[7; 32]);
        hello.extend_from_slice(&[0, 0, 2, 0xc0, 0x14, 1, 0]);
        let mut record = vec![22, 3, 1, 0, hello.len() as u8 + 4, 1, 0, 0, hello.len() as u8];
        record.extend_from_slice(&hello);
        let alert = answer(&record);
        // A fatal alert: protocol_version, or handshake_failure where nothing else fits either.
        assert_eq!((alert.first(), alert.get(5)), (Some(&21), Some(&2)), "{alert:?}");
        assert!(matches!(alert.get(6), Some(70 | 40)), "{alert:?}");
    }
}

#[tokio::test]
async fn exports_reach_a_server_with_a_client_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let authority = Authority::new("rookery test");
    let server = start(folder.path(), &authority);
    let client = authority.client(-1..1);
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let certificate = file("client.pem", &format!("{}{}", client.certificate, client.key));
    let stranger = file("stranger.pem", &Authority::new("another").certificate.pem());
    let trusted = folder.path().join("authority.pem").to_str().unwrap().to_owned();
    let empty = file("empty.json", r#"{"BuildVersion":71000,"Docs":[{"@metadata":{"@id":"a/1"}}]}"#);
    let url = format!("https://{}", server.address);
    let import = |more: &[&str]| {
        let base = ["import", "--url", &url, "--database", "shop", "--file", &empty, "--create", "--quiet"];
        let output = crate::commands::rookeryd(&[&base, more].concat()).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, said) = import(&[]);
    assert!(code == Some(1) && said.contains("--authority FILE"), "{said}");
    let (code, said) = import(&["--authority", &trusted]);
    assert!(code == Some(1) && said.contains("--certificate"), "{said}");
    let (code, said) = import(&["--authority", &stranger, "--certificate", &certificate]);
    assert!(code == Some(1) && said.contains("Check --authority"), "{said}");
    assert_eq!(import(&["--authority", &trusted, "--certificate", &certificate]), (Some(0), String::new()));
}
