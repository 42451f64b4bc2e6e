//! A live feed across Node-API: texts in through `send`, texts out through a callback, one at a time.

use std::sync::{Mutex, PoisonError};

use napi::Status;
use napi::bindgen_prelude::{FnArgs, Function, Result};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode, UnknownReturnValue};
use napi_derive::napi;
use rookery_api::feeds;
use tokio::sync::mpsc;

use crate::opening::Open;

/// Texts that may wait for the feed.
const WAITING: usize = 256;

/// Arguments of the callback: kind and text.
pub type SocketCallback = FnArgs<(String, String)>;

type Callback = ThreadsafeFunction<SocketCallback, UnknownReturnValue, SocketCallback, Status, false>;

/// An open (or opening) live feed.
#[napi]
pub struct SocketHandle {
    to_feed: Mutex<Option<mpsc::Sender<String>>>,
}

#[napi]
impl SocketHandle {
    /// Sends a text to the feed. False when the feed has ended or is too slow.
    #[napi]
    pub fn send(&self, text: String) -> bool {
        let sender = self.to_feed.lock().unwrap_or_else(PoisonError::into_inner);
        sender.as_ref().is_some_and(|sender| sender.try_send(text).is_ok())
    }

    /// Ends the feed. Calling it again does nothing.
    #[napi]
    pub fn close(&self) {
        self.to_feed.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// Starts the feed; its events go to the callback, connection errors included.
pub fn open(
    open: &Open,
    path: String,
    on_message: Function<'_, SocketCallback, UnknownReturnValue>,
) -> Result<SocketHandle> {
    let listener = Listener(on_message.build_threadsafe_function().build()?);
    let (to_feed, inbox) = mpsc::channel(WAITING);
    let state = open.state.clone();
    open.runtime.spawn(async move {
        match feeds::connect(&state, &path).await {
            Ok(session) => {
                if listener.notify("open", String::new()).await {
                    exchange(session, inbox, &listener).await;
                }
            }
            Err(error) => {
                let body = String::from_utf8_lossy(&error.body(&path)).into_owned();
                listener.notify("error", body).await;
            }
        }
    });
    Ok(SocketHandle { to_feed: Mutex::new(Some(to_feed)) })
}

/// Forwards texts both ways until one side ends. A text is sent only when the callback has returned from the
/// one before, so a slow reader slows the feed instead of filling memory.
async fn exchange(mut session: feeds::Session, mut inbox: mpsc::Receiver<String>, listener: &Listener) {
    loop {
        tokio::select! {
            text = session.from_feed.recv() => {
                let Some(text) = text else { return };
                if !listener.notify("text", text).await {
                    return;
                }
            }
            said = inbox.recv() => {
                let Some(said) = said else { return };
                if session.to_feed.send(said).await.is_err() {
                    // The feed has ended; its last texts are still forwarded.
                    while let Some(text) = session.from_feed.recv().await {
                        if !listener.notify("text", text).await {
                            return;
                        }
                    }
                    return;
                }
            }
        }
    }
}

/// The callback. Its last event is `close`, also when the engine is closed and drops every feed.
struct Listener(Callback);

impl Listener {
    /// Returns whether the callback still exists.
    async fn notify(&self, kind: &str, text: String) -> bool {
        self.0.call_async((kind.to_owned(), text).into()).await.is_ok()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        // The environment may have ended.
        self.0.call(("close".to_owned(), String::new()).into(), ThreadsafeFunctionCallMode::NonBlocking);
    }
}
