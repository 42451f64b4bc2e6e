//! Two-factor authentication of a client's certificate: a code begins a session.

use axum::body::Body;
use axum::http::{HeaderValue, Request, header};

use super::address::Remote;
use super::failure::Failure;
use super::reply::Reply;

const ROUTE: &str = "/authentication/2fa?hasLimits=true";

/// Begins a session: every request of `remote` has its cookie from then on. The server decides how long it lasts.
pub async fn sign_in(remote: &mut Remote, code: u32) -> Result<(), Failure> {
    let body = format!("{{\"Token\":{code}}}");
    let request = Request::post(ROUTE)
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::CONTENT_LENGTH, body.len())
        .body(Body::from(body))
        .map_err(|error| Failure::new(format!("The code cannot be sent: {error}.")))?;
    let response = remote.send(request).await?;
    let cookies = response.headers().get_all(header::SET_COOKIE).iter();
    let session = cookies.filter_map(session_of).next();
    let reply = Reply::read(response).await?;
    if !reply.status.is_success() {
        return Err(reply.failure());
    }
    remote
        .set_cookie(session.ok_or_else(|| Failure::new("The server accepted the code without a session."))?);
    Ok(())
}

/// The pair of a session's cookie, without its attributes.
fn session_of(cookie: &HeaderValue) -> Option<HeaderValue> {
    let pair = cookie.to_str().ok()?.split(';').next()?.trim();
    HeaderValue::from_str(pair.starts_with("2fa-cookie=").then_some(pair)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_the_pair_of_its_cookie() {
        let of = |text: &'static str| session_of(&HeaderValue::from_static(text));
        assert_eq!(of("2fa-cookie=ab-12; max-age=60; path=/").unwrap(), "2fa-cookie=ab-12");
        assert_eq!(of("other=1; path=/"), None);
    }
}
