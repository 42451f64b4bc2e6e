//! `smuggler/export`: the dump is written while it is read from the database.

use std::io::{self, Write};

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rookery_dump::DumpOptions;
use rookery_engine::{Database, OperationHandle};
use time::OffsetDateTime;

use super::options;
use crate::body;
use crate::dumps::export::{Export, ExportFailure};
use crate::dumps::kind_of;
use crate::error::ApiError;
use crate::operation_start;
use crate::parameters::Parameters;
use crate::request::OpenDatabase;
use crate::state::ApiState;
use crate::streaming::{Pieces, streamed};

pub(super) async fn export(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let text = body::read(&headers, body, state.body_limits()).await?;
    let options = match is_form(&headers) {
        // As browsers send it, so that the answer is saved as a file.
        true => {
            let fields = form_urlencoded::parse(&text);
            let found = fields.into_iter().find(|(name, _)| name == "DownloadOptions");
            options(found.map(|(_, value)| value).unwrap_or_default().as_bytes())?
        }
        false => options(&text)?,
    };
    let description = format!("Export database: {}", database.name());
    let operation = operation_start::start(&database, &query, "DatabaseExport", &description)?;
    let file = file_name(&options, database.name());
    let mut response = streamed(None, move |pieces| write(&database, &options, operation, pieces)).await?;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/octet-stream"));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename={file}")) {
        headers.insert(header::CONTENT_DISPOSITION, value);
    }
    Ok(response)
}

fn write(
    database: &Database,
    options: &DumpOptions,
    operation: OperationHandle,
    pieces: &mut Pieces,
) -> Result<(), ApiError> {
    let export = Export::new(database, options, &operation, PieceWriter(pieces));
    let failure = match export.and_then(Export::run) {
        Ok(report) => {
            operation.complete(report.result());
            return Ok(());
        }
        Err(failure) => failure,
    };
    let error = match failure {
        ExportFailure::Engine(error) => ApiError::from(error),
        ExportFailure::Script(error) => {
            ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, kind_of(&error), format!("{error}."))
        }
        ExportFailure::Output(error) => ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "System.IO.IOException",
            format!("The client ended the connection before the export was complete: {error}."),
        ),
        ExportFailure::Killed => {
            operation.cancel();
            return Err(ApiError::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "System.OperationCanceledException",
                "The export was stopped on request, so the dump is incomplete.",
            ));
        }
    };
    operation.fail(&error.kind, error.message.clone());
    Err(error)
}

/// Writes into the answer. The status is sent with the first piece.
struct PieceWriter<'a>(&'a mut Pieces);

impl Write for PieceWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.begin();
        match self.0.write(|out| out.extend_from_slice(bytes)) {
            true => Ok(bytes.len()),
            false => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
    kind.to_ascii_lowercase().starts_with(b"application/x-www-form-urlencoded")
}

/// `Dump%20of%20shop%202026-11-22%2014-14.ravendbdump`.
fn file_name(options: &DumpOptions, database: &str) -> String {
    let name = match &options.file_name {
        Some(name) => name.clone(),
        None => {
            let now = OffsetDateTime::now_utc();
            let (year, month, day) = now.to_calendar_date();
            let (hour, minute, _) = now.to_hms();
            format!("Dump of {database} {year}-{:02}-{day:02} {hour:02}-{minute:02}", u8::from(month))
        }
    };
    const ESCAPED: percent_encoding::AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');
    format!("{}.ravendbdump", utf8_percent_encode(&name, &ESCAPED))
}
