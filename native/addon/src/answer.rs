//! One answer of the router as a JavaScript object `{status, headersJson, body}`.

use std::time::Duration;

use axum::http::response::Parts;
use axum::response::Response;
use bytes::Bytes;
use http_body_util::BodyExt;
use napi::bindgen_prelude::{
    BufferSlice, Env, JsObjectValue, JsValue, Object, Result, ToNapiValue, TypeName,
};
use napi::{ValueType, sys};
use serde_json::{Map, Value};

use crate::failure::Failure;

/// How long an aborted request may take to end on its own. Its answer then reports what was done.
pub const GRACE: Duration = Duration::from_secs(1);

/// An answer, complete.
pub struct Answer {
    status: u16,
    headers: String,
    body: Bytes,
}

impl Answer {
    /// Reads the response to its end.
    pub async fn read(response: Response) -> std::result::Result<Self, Failure> {
        let (parts, body) = response.into_parts();
        let body = body.collect().await.map_err(|error| cut_off(&error))?.to_bytes();
        Ok(Self { body, ..Self::head(&parts) })
    }

    /// Status and headers alone. Headers that occur more than once are joined with a comma.
    pub fn head(parts: &Parts) -> Self {
        let mut headers = Map::new();
        for (name, value) in &parts.headers {
            let text = String::from_utf8_lossy(value.as_bytes()).into_owned();
            match headers.get_mut(name.as_str()) {
                Some(Value::String(joined)) => {
                    joined.push_str(", ");
                    joined.push_str(&text);
                }
                _ => {
                    headers.insert(name.as_str().to_owned(), text.into());
                }
            }
        }
        Self {
            status: parts.status.as_u16(),
            headers: Value::Object(headers).to_string(),
            body: Bytes::new(),
        }
    }
}

/// An answer that ended before it was complete.
pub fn cut_off(error: &axum::Error) -> Failure {
    let reason = error.to_string();
    Failure::new("answer-cut", format!("The answer broke off: {}.", reason.trim_end_matches('.')))
}

impl TypeName for Answer {
    fn type_name() -> &'static str {
        "Answer"
    }

    fn value_type() -> ValueType {
        ValueType::Object
    }
}

impl ToNapiValue for Answer {
    unsafe fn to_napi_value(env: sys::napi_env, answer: Self) -> Result<sys::napi_value> {
        let env = Env::from_raw(env);
        let mut object = Object::new(&env)?;
        object.set_named_property("status", u32::from(answer.status))?;
        object.set_named_property("headersJson", answer.headers)?;
        object.set_named_property("body", BufferSlice::copy_from(&env, &answer.body)?)?;
        Ok(object.raw())
    }
}
