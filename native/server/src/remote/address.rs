//! A running server: one connection per request.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::uri::{Authority, Uri};
use axum::http::{HeaderValue, Request, Response, header};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::ClientConfig;
use tokio_rustls::rustls::pki_types::ServerName;

use super::client_files::ClientFiles;
use super::client_tls;
use super::failure::Failure;

const CONNECTING: Duration = Duration::from_secs(10);

/// A connection.
pub trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Duplex for S {}

/// A server's address and how it is reached.
pub struct Remote {
    url: String,
    authority: Authority,
    port: u16,
    tls: Option<(Arc<ClientConfig>, ServerName<'static>)>,
    /// Of a session that a two-factor code began.
    cookie: Option<HeaderValue>,
}

impl Remote {
    /// Checks the address and reads the certificates. Connects to nothing.
    pub fn new(url: &str, files: &ClientFiles) -> Result<Self, Failure> {
        let wrong = || {
            Failure::new(format!(
                "The URL must be the address of a server, such as http://127.0.0.1:8080, not '{url}'."
            ))
        };
        let uri: Uri = url.parse().map_err(|_| wrong())?;
        let is_tls = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            _ => return Err(wrong()),
        };
        let authority = uri.authority().cloned().ok_or_else(wrong)?;
        if !matches!(uri.path(), "" | "/") || uri.query().is_some() || authority.as_str().contains('@') {
            return Err(wrong());
        }
        let tls = match is_tls {
            true => {
                let host = host_of(&authority);
                let name = ServerName::try_from(host.to_owned()).map_err(|_| {
                    Failure::new(format!("'{host}' cannot be the name of a server with TLS."))
                })?;
                Some((client_tls::config(files)?, name))
            }
            false if files == &ClientFiles::default() => None,
            false => {
                return Err(Failure::new(
                    "--certificate, --key and --authority need an https URL: without TLS nothing is verified.",
                ));
            }
        };
        let port = authority.port_u16().unwrap_or(if is_tls { 443 } else { 80 });
        Ok(Self { url: url.trim_end_matches('/').to_owned(), authority, port, tls, cookie: None })
    }

    /// The address as it was given.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The address with the scheme of WebSockets.
    pub fn socket_url(&self) -> String {
        self.url.replacen("http", "ws", 1)
    }

    /// The cookie of the session.
    pub fn cookie(&self) -> Option<&HeaderValue> {
        self.cookie.as_ref()
    }

    /// Sends this cookie with every request from now on.
    pub fn set_cookie(&mut self, cookie: HeaderValue) {
        self.cookie = Some(cookie);
    }

    /// Opens a connection, with TLS if the address says so.
    pub async fn connect(&self) -> Result<Box<dyn Duplex>, Failure> {
        let host = host_of(&self.authority);
        let connecting = tokio::time::timeout(CONNECTING, TcpStream::connect((host, self.port))).await;
        let stream = match connecting {
            Ok(Ok(stream)) => stream,
            Ok(Err(error)) => return Err(self.unreachable(&error.to_string())),
            Err(_) => return Err(self.unreachable(&format!("no answer in {} s", CONNECTING.as_secs()))),
        };
        let Some((config, name)) = &self.tls else { return Ok(Box::new(stream)) };
        let secured = TlsConnector::from(config.clone()).connect(name.clone(), stream).await;
        let secured = secured.map_err(|error| {
            Failure::new(format!(
                "TLS with {} could not be set up: {error}. Check --authority and --certificate.",
                self.url
            ))
        })?;
        Ok(Box::new(secured))
    }

    /// Sends one request over a connection of its own.
    pub async fn send(&self, mut request: Request<Body>) -> Result<Response<Body>, Failure> {
        let stream = self.connect().await?;
        let failed = |error: hyper::Error| {
            // With TLS 1.3 a server refuses a client's certificate after the handshake.
            let advice =
                if self.tls.is_some() { " Check that the server accepts --certificate." } else { "" };
            Failure::new(format!("The connection to {} failed: {}.{advice}", self.url, causes(&error)))
        };
        let host = HeaderValue::from_str(self.authority.as_str())
            .map_err(|_| Failure::new(format!("{} cannot be sent as a host name.", self.authority)))?;
        request.headers_mut().insert(header::HOST, host);
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert(header::COOKIE, cookie.clone());
        }
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.map_err(failed)?;
        // Ends when the answer is read or dropped; its errors reach the request or the answer's body.
        tokio::spawn(connection);
        let response = sender.send_request(request).await.map_err(failed)?;
        Ok(response.map(Body::new))
    }

    fn unreachable(&self, reason: &str) -> Failure {
        Failure::new(format!(
            "{} cannot be reached: {reason}. Check the address and that the server runs.",
            self.url
        ))
    }
}

/// The host without the brackets of an IPv6 address.
fn host_of(authority: &Authority) -> &str {
    authority.host().trim_start_matches('[').trim_end_matches(']')
}

/// An error with its causes: the outer ones alone say little.
fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text.push_str(": ");
            text.push_str(&cause_text);
        }
        next = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_addresses_that_are_not_those_of_a_server() {
        let refused =
            |url: &str| Remote::new(url, &ClientFiles::default()).err().map(|error| error.to_string());
        for url in ["shop", "ftp://h", "http://h/databases/shop", "http://h/?x=1", "http://user@h", "http://"]
        {
            assert!(refused(url).unwrap().contains("The URL"), "{url}");
        }
        assert!(refused("https://h").unwrap().contains("--authority"));
        for url in ["http://127.0.0.1:8080", "http://[::1]:8080/", "http://localhost"] {
            assert_eq!(refused(url), None, "{url}");
        }
        let files = ClientFiles { certificate: Some("c".into()), ..ClientFiles::default() };
        assert!(Remote::new("http://h", &files).err().unwrap().to_string().contains("https"));
    }
}
