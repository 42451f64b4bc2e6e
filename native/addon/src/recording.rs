//! Recordings in memory: a file that arrives in pieces, read once, then its overview, charts and rows.

use std::fs::File;
use std::io::Cursor;
use std::mem;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use napi::bindgen_prelude::{BufferSlice, Env, Object, Result, ToNapiValue};
use napi_derive::napi;
use rookery_recording::compare::compare;
use rookery_recording::edit::{Changes, changed};
use rookery_recording::export::{Part, write_part};
use rookery_recording::overview::{PageRequest, Span, charts, overview, rows_page};
use rookery_recording::{Limits, Recording, RecordingError, read, write_recording};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::failure::{Failure, Promised};
use crate::private_file;

/// The most recordings in the memory of the process.
const MOST_OPEN: usize = 4;
/// The most bytes of a file.
const MOST_BYTES: usize = 256 << 20;

static OPEN: AtomicUsize = AtomicUsize::new(0);

/// A place among the open recordings; free again when dropped.
struct Place;

impl Place {
    fn take() -> Option<Self> {
        let add = |open| (open < MOST_OPEN).then_some(open + 1);
        OPEN.fetch_update(Ordering::AcqRel, Ordering::Acquire, add).ok().map(|_| Self)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        OPEN.fetch_sub(1, Ordering::AcqRel);
    }
}

enum State {
    Receiving { bytes: Vec<u8>, place: Place },
    Reading,
    Read(Arc<Kept>),
    Closed,
}

/// A recording in memory, and its place.
struct Kept {
    recording: Recording,
    _place: Place,
}

/// A recording. Its memory is free after `close`, when calls that run have ended.
#[napi]
pub struct RecordingHandle {
    state: Arc<Mutex<State>>,
}

/// A recording of which nothing was received yet. Throws when too many are open.
#[napi]
pub fn open_recording() -> Result<RecordingHandle> {
    let place = Place::take().ok_or_else(|| {
        napi::Error::from_reason(format!("{MOST_OPEN} recordings are open. Close one of them first."))
    })?;
    Ok(RecordingHandle { state: Arc::new(Mutex::new(State::Receiving { bytes: Vec::new(), place })) })
}

#[napi]
impl RecordingHandle {
    /// Adds the next bytes of the file. Throws when the file is too large, or was read already.
    #[napi]
    pub fn add(&self, piece: BufferSlice<'_>) -> Result<()> {
        let State::Receiving { bytes, .. } = &mut *lock(&self.state) else {
            return Err(napi::Error::from_reason("The recording takes no more bytes."));
        };
        if bytes.len().saturating_add(piece.len()) > MOST_BYTES {
            return Err(napi::Error::from_reason(format!(
                "The file is larger than {} MB, the limit for a recording: cut it to a shorter time first.",
                MOST_BYTES >> 20
            )));
        }
        bytes.extend_from_slice(&piece);
        Ok(())
    }

    /// Reads the received file.
    #[napi(ts_return_type = "Promise<string>")]
    pub fn read<'env>(&self, env: &'env Env) -> Result<Object<'env>> {
        let state = self.state.clone();
        run(env, move || read_received(&state))
    }

    /// The charts of a time, or of all.
    #[napi(ts_args_type = "from: number | null, to: number | null", ts_return_type = "Promise<string>")]
    pub fn charts<'env>(&self, env: &'env Env, from: Option<f64>, to: Option<f64>) -> Result<Object<'env>> {
        let state = self.state.clone();
        // A cast of a float saturates.
        let range = from.zip(to).map(|(from, to)| Span { from: from as i64, to: to as i64 });
        run(env, move || json(&charts(&opened(&state)?.recording, range)))
    }

    /// A page of rows.
    #[napi(ts_args_type = "requestJson: string", ts_return_type = "Promise<string>")]
    pub fn rows<'env>(&self, env: &'env Env, request_json: String) -> Result<Object<'env>> {
        let state = self.state.clone();
        run(env, move || {
            let request: PageRequest = serde_json::from_str(&request_json).map_err(|error| {
                Failure::new("bad-options", format!("The request for rows is not valid: {error}."))
            })?;
            let page = rows_page(&opened(&state)?.recording, &request).ok_or_else(|| {
                Failure::new("bad-options", format!("A recording has no table '{}'.", request.table))
            })?;
            json(&page)
        })
    }

    /// Writes a changed copy as a new file.
    #[napi(ts_return_type = "Promise<void>")]
    pub fn edit<'env>(&self, env: &'env Env, edit_json: String, path: String) -> Result<Object<'env>> {
        let state = self.state.clone();
        run(env, move || {
            let changes: Changes = options(&edit_json)?;
            let copy = changed(&opened(&state)?.recording, &changes).map_err(|error| failure(&error))?;
            write_new(&path, |file| write_recording(&copy, file).map(drop))
        })
    }

    /// Writes a part in another format as a new file.
    #[napi(ts_return_type = "Promise<void>")]
    pub fn export_part<'env>(&self, env: &'env Env, part_json: String, path: String) -> Result<Object<'env>> {
        let state = self.state.clone();
        run(env, move || {
            let part: Part = options(&part_json)?;
            let kept = opened(&state)?;
            write_new(&path, |file| write_part(&kept.recording, &part, file))
        })
    }

    /// Compares this recording, the first, with another.
    #[napi(ts_return_type = "Promise<string>")]
    pub fn compare<'env>(&self, env: &'env Env, other: &RecordingHandle) -> Result<Object<'env>> {
        let (first, second) = (self.state.clone(), other.state.clone());
        run(env, move || json(&compare(&opened(&first)?.recording, &opened(&second)?.recording)))
    }

    /// Frees the recording; a second call does nothing.
    #[napi]
    pub fn close(&self) {
        let before = mem::replace(&mut *lock(&self.state), State::Closed);
        // Freeing millions of rows takes a while. Where no thread can be started, they are freed here.
        drop(std::thread::Builder::new().name("rookery-recording".to_owned()).spawn(move || drop(before)));
    }
}

fn read_received(state: &Mutex<State>) -> std::result::Result<String, Failure> {
    let (bytes, place) = {
        let mut state = lock(state);
        match mem::replace(&mut *state, State::Reading) {
            State::Receiving { bytes, place } => (bytes, place),
            other => {
                *state = other;
                return Err(Failure::new("closed", "The recording is closed, or was read already."));
            }
        }
    };
    let outcome = read(Cursor::new(bytes), Limits::default())
        .map_err(|error| failure(&error))
        .and_then(|recording| Ok((json(&overview(&recording))?, recording)));
    let mut state = lock(state);
    match outcome {
        // It was closed meanwhile.
        Ok(_) if !matches!(*state, State::Reading) => Err(closed()),
        Ok((text, recording)) => {
            *state = State::Read(Arc::new(Kept { recording, _place: place }));
            Ok(text)
        }
        Err(failure) => {
            *state = State::Closed;
            Err(failure)
        }
    }
}

fn opened(state: &Mutex<State>) -> std::result::Result<Arc<Kept>, Failure> {
    match &*lock(state) {
        State::Read(kept) => Ok(kept.clone()),
        _ => Err(closed()),
    }
}

fn closed() -> Failure {
    Failure::new("closed", "The recording is closed, or was not read yet. Open it again.")
}

/// Writes a new file. It is removed when that fails.
fn write_new(
    path: &str,
    write: impl FnOnce(&mut File) -> std::result::Result<(), RecordingError>,
) -> std::result::Result<(), Failure> {
    let mut file = private_file::create(Path::new(path))?;
    let written = write(&mut file).and_then(|()| Ok(file.sync_all()?));
    written.map_err(|error| {
        drop(file);
        // The failure is reported; what is left of the file is of no use.
        drop(std::fs::remove_file(path));
        failure(&error)
    })
}

fn options<T: DeserializeOwned>(text: &str) -> std::result::Result<T, Failure> {
    serde_json::from_str(text)
        .map_err(|error| Failure::new("bad-options", format!("The options are not valid: {error}.")))
}

/// The error for JavaScript.
pub fn failure(error: &RecordingError) -> Failure {
    let code = match error {
        RecordingError::Io(_) => "io",
        RecordingError::NotARecording(_) => "not-a-recording",
        RecordingError::Newer { .. } => "newer",
        RecordingError::Damaged(_) => "damaged",
        RecordingError::TooLarge { .. } => "too-large",
        RecordingError::Refused(_) => "refused",
    };
    Failure::new(code, error.to_string())
}

fn json(value: &impl Serialize) -> std::result::Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| {
        Failure::new("bad-answer", format!("The answer cannot be written as JSON: {error}."))
    })
}

fn lock(state: &Mutex<State>) -> std::sync::MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs work on a thread of its own.
fn run<'env, T: ToNapiValue + Send + 'static>(
    env: &'env Env,
    work: impl FnOnce() -> std::result::Result<T, Failure> + Send + 'static,
) -> Result<Object<'env>> {
    let (promised, promise) = Promised::<T>::new(env)?;
    std::thread::Builder::new()
        .name("rookery-recording".to_owned())
        .spawn(move || promised.settle(work()))
        .map(|_| promise)
        .map_err(|error| {
            napi::Error::from_reason(format!("No thread could be started to read the recording: {error}."))
        })
}
