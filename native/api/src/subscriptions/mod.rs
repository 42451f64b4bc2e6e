//! The subscription protocol over any stream of bytes: a client negotiates a version, opens a subscription, and gets
//! its documents in batches, each after the acknowledgement of the one before.
//!
//! Contents: negotiation, the messages of both sides, the workers that are connected, the course of one connection.
//! Independent of ports and TLS: whoever accepts connections calls [`serve`].

mod batch_message;
mod fuzzing;
mod handshake;
mod json_reader;
mod open;
mod session;
mod stream;
mod worker_options;

use tokio::io::{AsyncRead, AsyncWrite};

pub(crate) use self::batch_message::results as trial_results;
pub use self::fuzzing::fuzz_messages;
use self::handshake::Operation;
use self::stream::{Failure, MessageStream};
use crate::state::ApiState;

/// Serves one connection until it ends. `client` is its address as text; `opened` is called when the handshake is
/// complete: a connection that is silent from then on is not idle.
pub async fn serve<S>(state: &ApiState, stream: S, client: String, opened: impl FnOnce() + Send)
where
    S: AsyncRead + AsyncWrite + Send + Unpin,
{
    let times = state.options().subscriptions;
    let mut stream = MessageStream::new(stream, times);
    let failure = match connect(state, &mut stream, client, opened).await {
        Ok(()) => return stream.close().await,
        Err(failure) => failure,
    };
    if let Some(message) = failure.message() {
        // The client may have disconnected.
        let _ = stream.send(message.as_bytes()).await;
    }
    stream.close().await;
}

async fn connect<S>(
    state: &ApiState,
    stream: &mut MessageStream<S>,
    client: String,
    opened: impl FnOnce() + Send,
) -> Result<(), Failure>
where
    S: AsyncRead + AsyncWrite + Send + Unpin,
{
    let begun = async {
        match handshake::negotiate(stream).await? {
            Operation::Ping => Ok(None),
            Operation::Subscription { database } => {
                open::open(state, stream, &database, client).await.map(Some)
            }
        }
    };
    let session = tokio::time::timeout(state.options().subscriptions.handshake, begun);
    let Some(session) = session.await.map_err(|_| Failure::too_slow())?? else { return Ok(()) };
    opened();
    session.run(state, stream).await
}
