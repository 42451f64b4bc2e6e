//! Who may speak to the port: programs, and pages that this very server delivered; never a page from elsewhere.
//!
//! A browser can be made to send requests to 127.0.0.1 by any page it shows. Two headers give that away: `Host`,
//! which carries the attacker's name when DNS is rebound to the loopback address, and `Origin` (or
//! `Sec-Fetch-Site`), which names the page.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::net::IpAddr;
use std::task::{Context, Poll};

use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::future::Either;
use tower::Service;

/// A service behind the gate: a request is let through or answered 403 with a plain sentence.
#[derive(Debug, Clone)]
pub struct Gate<S>(pub S);

impl<S> Service<Request> for Gate<S>
where
    S: Service<Request, Response = Response, Error = Infallible>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Either<Ready<Result<Response, Infallible>>, S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        match refusal(request.headers()) {
            None => Either::Right(self.0.call(request)),
            Some(sentence) => {
                let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
                Either::Left(ready(Ok((StatusCode::FORBIDDEN, kind, sentence).into_response())))
            }
        }
    }
}

fn refusal(headers: &HeaderMap) -> Option<String> {
    let Some(host) = text(headers, header::HOST.as_str()) else {
        return Some("Refused: the request has no Host header.\n".to_owned());
    };
    if !is_safe_host(host) {
        return Some(format!(
            "Refused: the request was sent to the name '{host}'. This server answers to 127.0.0.1, localhost and \
             other plain IP addresses only, so that no web page can reach it under a name of its own.\n"
        ));
    }
    if let Some(origin) = text(headers, header::ORIGIN.as_str())
        && origin.strip_prefix("http://") != Some(host)
    {
        return Some(format!(
            "Refused: a web page from {origin} tried to reach this server. Only programs and this server's own \
             pages may.\n"
        ));
    }
    match text(headers, "sec-fetch-site") {
        None | Some("same-origin" | "none") => None,
        Some(_) => Some(
            "Refused: a web page from another site tried to reach this server. Only programs and this server's own \
             pages may.\n"
                .to_owned(),
        ),
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).map(|value| value.to_str().unwrap_or(""))
}

/// Rebinding needs a name: the loopback names and any literal address are safe.
fn is_safe_host(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(pairs: &[(&'static str, &str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.insert(*name, value.parse().unwrap());
        }
        refusal(&headers).is_some()
    }

    #[test]
    fn programs_and_own_pages_pass() {
        assert!(!refused(&[("host", "127.0.0.1:8080")]));
        assert!(!refused(&[("host", "localhost")]));
        assert!(!refused(&[("host", "[::1]:8080")]));
        assert!(!refused(&[("host", "192.168.1.5:80")]));
        assert!(!refused(&[("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:8080")]));
        assert!(!refused(&[("host", "127.0.0.1:8080"), ("sec-fetch-site", "none")]));
    }

    #[test]
    fn rebound_names_and_foreign_pages_do_not() {
        assert!(refused(&[]));
        assert!(refused(&[("host", "evil.example:8080")]));
        assert!(refused(&[("host", "127.0.0.1.evil.example")]));
        assert!(refused(&[("host", "localhost.evil.example:80")]));
        assert!(refused(&[("host", "127.0.0.1:8080"), ("origin", "http://evil.example")]));
        assert!(refused(&[("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:9999")]));
        assert!(refused(&[("host", "127.0.0.1:8080"), ("origin", "null")]));
        assert!(refused(&[("host", "127.0.0.1:8080"), ("sec-fetch-site", "cross-site")]));
        assert!(refused(&[("host", "127.0.0.1:8080"), ("sec-fetch-site", "same-site")]));
    }
}
