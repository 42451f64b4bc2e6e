//! Answers of the API: JSON, or the message of an error.

use axum::body::{Body, to_bytes};
use axum::http::{Response, StatusCode};
use serde_json::Value;

use super::failure::Failure;

/// Longest answer that is read: a report with 500 messages has about 600 KB.
const LONGEST: usize = 16 << 20;

/// An answer that was read.
pub struct Reply {
    pub status: StatusCode,
    text: Vec<u8>,
}

impl Reply {
    /// Reads the answer to its end.
    pub async fn read(response: Response<Body>) -> Result<Self, Failure> {
        let status = response.status();
        let text = to_bytes(response.into_body(), LONGEST)
            .await
            .map_err(|error| Failure::new(format!("The server's answer could not be read: {error}.")))?;
        Ok(Self { status, text: text.into() })
    }

    /// The JSON of a success; the error of the server otherwise.
    pub fn json(&self) -> Result<Value, Failure> {
        if !self.status.is_success() {
            return Err(self.failure());
        }
        serde_json::from_slice(&self.text)
            .map_err(|error| Failure::new(format!("The server's answer is not JSON: {error}.")))
    }

    /// The text, whatever it is.
    pub fn into_text(self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }

    /// The JSON, if it is any.
    pub fn any_json(&self) -> Option<Value> {
        serde_json::from_slice(&self.text).ok()
    }

    /// The server's message.
    pub fn failure(&self) -> Failure {
        Failure::new(message_of(self.any_json().as_ref()).unwrap_or_else(|| {
            let text = String::from_utf8_lossy(&self.text);
            let text: String = text.trim().chars().take(500).collect();
            match text.is_empty() {
                true => format!("The server answered {} without a reason.", self.status),
                false => format!("The server answered {}: {text}", self.status),
            }
        }))
    }
}

/// `Message`, `Error` or the last error of `Messages`, without the stack of the server.
pub fn message_of(body: Option<&Value>) -> Option<String> {
    let body = body?;
    let text = |name: &str| body.get(name).and_then(Value::as_str).filter(|text| !text.is_empty());
    let logged = || {
        let messages = body.get("Messages")?.as_array()?;
        messages.iter().filter_map(Value::as_str).rfind(|line| line.contains("ERROR]"))
    };
    let found = text("Message").or_else(|| text("Error")).or_else(logged)?;
    let lines = found.lines().take_while(|line| !line.trim_start().starts_with("at "));
    Some(lines.collect::<Vec<_>>().join(" ").chars().take(2_000).collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_message_is_found_and_shown_without_the_servers_stack() {
        let body =
            json!({ "Message": "Database 'x' does not exist\n   at Raven.Server.X()", "Error": "long" });
        assert_eq!(message_of(Some(&body)).unwrap(), "Database 'x' does not exist");
        let body = json!({ "Messages": ["[1 INFO] a", "[2 ERROR] b", "[3 INFO] c"] });
        assert_eq!(message_of(Some(&body)).unwrap(), "[2 ERROR] b");
        assert_eq!(message_of(Some(&json!([1]))), None);
        assert_eq!(message_of(None), None);
    }
}
