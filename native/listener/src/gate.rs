//! Which clients the port accepts: programs, and pages that this server delivered; never a page from
//! elsewhere.
//!
//! Any page can make a browser send requests to any address. Some headers reveal it: `Host`, which contains
//! the attacker's name when DNS is rebound to this server's address, and `Origin`, `Sec-Fetch-Site` or
//! `Referer`, which name the page. The checks hold on every address, with TLS and without.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::net::IpAddr;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::future::Either;
use tower::Service;

/// A service behind the gate: a request is passed on or answered with 403 and a sentence.
#[derive(Debug, Clone)]
pub struct Gate<S> {
    service: S,
    rules: Arc<Rules>,
}

/// What the gate checks against.
#[derive(Debug)]
pub struct Rules {
    /// The port uses TLS: a rebound name fails the client's check of the certificate, so any name is fine.
    pub tls: bool,
    /// Names of this server, in addition to `localhost` and addresses.
    pub names: Vec<String>,
}

impl<S> Gate<S> {
    /// Puts a service behind the gate.
    pub fn new(service: S, rules: Rules) -> Self {
        Self { service, rules: Arc::new(rules) }
    }

    /// Another service behind the same gate.
    pub fn map<T>(self, change: impl FnOnce(S) -> T) -> Gate<T> {
        Gate { service: change(self.service), rules: self.rules }
    }
}

impl<S> Service<Request> for Gate<S>
where
    S: Service<Request, Response = Response, Error = Infallible>,
{
    type Response = Response;
    type Error = Infallible;
    type Future = Either<Ready<Result<Response, Infallible>>, S::Future>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.service.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        match self.rules.refusal(request.headers()) {
            None => Either::Right(self.service.call(request)),
            Some(sentence) => {
                let kind = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
                Either::Left(ready(Ok((StatusCode::FORBIDDEN, kind, sentence).into_response())))
            }
        }
    }
}

impl Rules {
    fn refusal(&self, headers: &HeaderMap) -> Option<String> {
        let mut hosts = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return Some("Refused: the request must have exactly one Host header.\n".to_owned());
        };
        let host = host.to_str().unwrap_or("");
        if !self.tls && !self.is_own_host(host) {
            return Some(format!(
                "Refused: the request was sent to the name '{host}'. This server answers to localhost, plain IP \
                 addresses and the names given to rookeryd with --host-name, so that no web page can reach it under a name of its \
                 own.\n"
            ));
        }
        for name in [header::ORIGIN, header::REFERER] {
            for page in texts(headers, &name) {
                if !self.is_own_page(page, host) {
                    return Some(format!(
                        "Refused: a web page from {page} tried to reach this server. Only programs and this server's \
                         own pages may.\n"
                    ));
                }
            }
        }
        let elsewhere = texts(headers, &SEC_FETCH_SITE).any(|site| !matches!(site, "same-origin" | "none"));
        elsewhere.then(|| {
            "Refused: a web page from another site tried to reach this server. Only programs and this server's own \
             pages may.\n"
                .to_owned()
        })
    }

    /// Rebinding needs a name: the loopback names and any literal address are safe.
    fn is_own_host(&self, host: &str) -> bool {
        let name = match host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or(""),
            None => host.rsplit_once(':').map_or(host, |(name, _)| name),
        };
        name.eq_ignore_ascii_case("localhost")
            || name.parse::<IpAddr>().is_ok()
            || self.names.iter().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// Whether an origin, or the address of a page, is this server's as the request names it.
    fn is_own_page(&self, page: &str, host: &str) -> bool {
        let scheme = if self.tls { "https://" } else { "http://" };
        let rest = page.strip_prefix(scheme).and_then(|rest| rest.strip_prefix(host));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

fn texts<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    headers.get_all(name).iter().map(|value| value.to_str().unwrap_or(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused_by(rules: &Rules, pairs: &[(&'static str, &str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        rules.refusal(&headers).is_some()
    }

    fn refused(pairs: &[(&'static str, &str)]) -> bool {
        refused_by(&Rules { tls: false, names: vec!["Box.lan".to_owned()] }, pairs)
    }

    #[test]
    fn programs_and_own_pages_pass() {
        assert!(!refused(&[("host", "127.0.0.1:8080")]));
        assert!(!refused(&[("host", "localhost")]));
        assert!(!refused(&[("host", "[::1]:8080")]));
        assert!(!refused(&[("host", "192.168.1.5:80")]));
        assert!(!refused(&[("host", "box.lan:80")]));
        assert!(!refused(&[("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:8080")]));
        assert!(!refused(&[("host", "127.0.0.1:8080"), ("referer", "http://127.0.0.1:8080/a?b")]));
        assert!(!refused(&[("host", "127.0.0.1:8080"), ("sec-fetch-site", "none")]));
    }

    #[test]
    fn rebound_names_and_foreign_pages_do_not() {
        assert!(refused(&[]));
        assert!(refused(&[("host", "evil.example:8080")]));
        assert!(refused(&[("host", "127.0.0.1.evil.example")]));
        assert!(refused(&[("host", "localhost.evil.example:80")]));
        assert!(refused(&[("host", "127.0.0.1"), ("host", "evil.example")]));
        let host = ("host", "127.0.0.1:8080");
        for (name, value) in [
            ("origin", "http://evil.example"),
            ("origin", "http://127.0.0.1:9999"),
            ("origin", "http://127.0.0.1:80801"),
            ("origin", "https://127.0.0.1:8080"),
            ("origin", "null"),
            ("referer", "http://evil.example/"),
            ("referer", "http://127.0.0.1:8080.evil.example/"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
        ] {
            assert!(refused(&[host, (name, value)]), "{name}: {value}");
        }
        assert!(refused(&[host, ("origin", "http://127.0.0.1:8080"), ("origin", "http://evil.example")]));
    }

    #[test]
    fn with_tls_any_name_is_fine_and_foreign_pages_are_not() {
        let rules = Rules { tls: true, names: Vec::new() };
        let host = ("host", "db.example");
        assert!(!refused_by(&rules, &[host]));
        assert!(!refused_by(&rules, &[host, ("origin", "https://db.example")]));
        assert!(refused_by(&rules, &[host, ("origin", "http://db.example")]));
        assert!(refused_by(&rules, &[host, ("origin", "https://evil.example")]));
        assert!(refused_by(&rules, &[host, ("sec-fetch-site", "cross-site")]));
    }
}
