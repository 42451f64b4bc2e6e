//! How a failure leaves: RavenDB's error object, with exception names that the official clients map on.
//!
//! A handler returns [`ApiError`]; the frame around every route (see `response_frame.rs`) has the request's
//! address and writes the body. Independent of routes and documents.

use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use rookery_nesting::{MAX_DEPTH, TooDeep};
use serde_json::{Map, Value};

/// A failed request. Boxed, because a failure is rare and travels through every `Result`.
#[derive(Debug, Clone)]
pub struct ApiError(Box<Failure>);

/// The error of a failed request in the protocol's form.
#[derive(Debug, Clone)]
pub struct Failure {
    /// HTTP status.
    pub status: StatusCode,
    /// Full exception type name; clients map on its last dotted part.
    pub kind: String,
    /// A sentence for a person.
    pub message: String,
    /// Further members of the error object, such as the two change vectors of a conflict.
    pub members: Map<String, Value>,
    /// Further response headers, such as `Database-Missing`.
    pub headers: Vec<(HeaderName, String)>,
    /// What is written as the body.
    pub form: ErrorForm,
}

/// The bodies an error answer can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorForm {
    /// `{Url, Type, Message, Error}`.
    Exception,
    /// `{Type: "Error", Message}`, used where no handler was reached.
    Short,
    /// No body; the status is sufficient (a missing document).
    Empty,
}

impl ApiError {
    /// An error in the long form.
    pub fn new(status: StatusCode, kind: &str, message: impl Into<String>) -> Self {
        Self(Box::new(Failure {
            status,
            kind: kind.to_owned(),
            message: message.into(),
            members: Map::new(),
            headers: Vec::new(),
            form: ErrorForm::Exception,
        }))
    }

    /// Something in the request is wrong and only the caller can put it right.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "Raven.Client.Exceptions.BadRequestException", message)
    }

    /// The caller no longer waits for the answer.
    pub fn cancelled() -> Self {
        Self::new(
            StatusCode::REQUEST_TIMEOUT,
            "System.OperationCanceledException",
            "The request was cancelled before it was carried out.",
        )
    }

    /// A required query string value is missing, empty or invalid.
    pub fn bad_argument(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "System.ArgumentException", message)
    }

    /// A body that is not the JSON the route needs; the message names line and column.
    pub fn bad_json(what: &str, error: &serde_json::Error) -> Self {
        let kind =
            if error.is_eof() { "System.IO.EndOfStreamException" } else { "System.IO.InvalidDataException" };
        let position = if error.line() > 0 {
            format!(" at line {}, column {}", error.line(), error.column())
        } else {
            String::new()
        };
        let cause = error.to_string();
        if cause.starts_with("recursion limit exceeded") {
            let place = format!("(line {}, column {})", error.line(), error.column());
            return Self::new(
                StatusCode::BAD_REQUEST,
                kind,
                format!("{what} is nested deeper than {MAX_DEPTH} levels {place}."),
            );
        }
        let cause = cause.split(" at line ").next().unwrap_or(&cause);
        Self::new(StatusCode::BAD_REQUEST, kind, format!("{what} is not valid{position}: {cause}."))
    }

    /// A text that is nested too deep; the message names line and column.
    pub fn too_deep(error: &TooDeep) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "System.IO.InvalidDataException", format!("{error}."))
    }

    /// A feature of official servers that is not supported yet; always reported by name.
    pub fn not_supported(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_IMPLEMENTED, "System.NotSupportedException", message)
    }

    /// An answer without a body, such as the 404 of a missing document.
    pub fn empty(status: StatusCode) -> Self {
        Self::new(status, "", "").in_form(ErrorForm::Empty)
    }

    /// No handler for this method and path.
    pub fn route_not_found(method: &str, path: &str) -> Self {
        Self::new(
            StatusCode::BAD_REQUEST,
            "Raven.Client.Exceptions.Routing.RouteNotFoundException",
            format!("There is no handler for path: {method} {path}"),
        )
    }

    /// The database named in the path does not exist.
    pub fn unknown_database(name: &str) -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "Raven.Client.Exceptions.Database.DatabaseDoesNotExistException",
            format!("Database '{name}' does not exist."),
        )
    }

    /// A handler panicked. The request fails, the engine continues.
    pub fn panicked(what: &str) -> Self {
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "System.InvalidOperationException",
            format!(
                "Rookery failed inside while answering this request ({what}). Other requests are still served; \
                 please report this together with the request that caused it."
            ),
        )
    }

    /// The same error in another form.
    pub fn in_form(mut self, form: ErrorForm) -> Self {
        self.0.form = form;
        self
    }

    /// The same error with one more response header.
    pub fn with_header(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.0.headers.push((HeaderName::from_static(name), value.into()));
        self
    }

    /// The same error with one more member in its body.
    pub fn with_member(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.members.insert(name.to_owned(), value.into());
        self
    }

    /// The error object; `url` is the path and query of the request.
    pub fn body(&self, url: &str) -> Vec<u8> {
        let mut object = Map::new();
        match self.form {
            ErrorForm::Empty => return Vec::new(),
            ErrorForm::Short => {
                object.insert("Type".into(), "Error".into());
                object.insert("Message".into(), self.message.clone().into());
            }
            ErrorForm::Exception => {
                object.insert("Url".into(), url.into());
                object.insert("Type".into(), self.kind.clone().into());
                object.insert("Message".into(), self.message.clone().into());
                object.insert("Error".into(), format!("{}: {}", self.kind, self.message).into());
                object.extend(self.members.clone());
            }
        }
        Value::Object(object).to_string().into_bytes()
    }
}

impl std::ops::Deref for ApiError {
    type Target = Failure;

    fn deref(&self) -> &Failure {
        &self.0
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}, HTTP {})", self.message, self.kind, self.status.as_u16())
    }
}

impl std::error::Error for ApiError {}

impl IntoResponse for ApiError {
    /// A response without a body that contains the error; `response_frame.rs` completes it with the request's address.
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}
