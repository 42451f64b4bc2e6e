//! Opening a subscription for a worker: its options, the checks, its place, the answer.

use std::pin::pin;
use std::sync::Arc;

use rookery_engine::{Database, Subscription, SubscriptionQuery};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, interval_at};

use super::handshake::refused;
use super::session::{Documents, Session};
use super::stream::{Failure, MessageStream};
use super::worker_options::{SentOptions, WorkerOptions};
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::request::open as open_database;
use crate::state::ApiState;
use crate::subscription_workers::{
    CHANGED, Ending, INVALID, PastConnection, Place, SubscriptionKey, UNKNOWN, Worker,
};

/// A worker with its options, which may have to wait for its place.
pub struct Opening {
    database: Arc<Database>,
    options: WorkerOptions,
    subscription: Subscription,
    worker: Arc<Worker>,
}

/// Reads the options and finds the subscription.
pub async fn open<S>(
    state: &ApiState,
    stream: &mut MessageStream<S>,
    database: &str,
    client: String,
) -> Result<Opening, Failure>
where
    S: AsyncRead + AsyncWrite + Send + Unpin,
{
    let database = open_database(state, database.to_owned()).await.map_err(|error| refused(error.into()))?;
    let options: SentOptions = stream.receive_as("The options of the subscription").await?;
    let options = options.read()?;
    let subscription = find(&database, &options.name).await?;
    // The address is unique while the connection exists.
    let id = options.worker_id.clone().unwrap_or_else(|| client.clone());
    let worker = Arc::new(Worker::new(client, id, options.strategy, subscription.clone()));
    Ok(Opening { database, options, subscription, worker })
}

async fn find(database: &Arc<Database>, name: &str) -> Result<Subscription, Failure> {
    let (database, key) = (database.clone(), name.to_owned());
    let found = blocking(move || Ok(database.subscription_named(&key)?)).await?;
    let subscription = found.ok_or_else(|| Ending::Unknown(name.to_owned()))?;
    if subscription.disabled {
        return Err(Ending::Disabled(subscription.name).into());
    }
    Ok(subscription)
}

impl Opening {
    /// Waits for the place, accepts the worker and sends documents until the connection ends.
    pub async fn run<S>(self, state: &ApiState, stream: &mut MessageStream<S>) -> Result<(), Failure>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin,
    {
        let permit = state.feeds().permit()?;
        let key = (self.database.id().to_owned(), self.subscription.id);
        let worker = self.worker.clone();
        let place = match self.claim(state, stream, key.clone()).await {
            Ok(place) => place,
            Err(failure) => {
                let past = PastConnection::now(worker, self.subscription.position, failure.sentence());
                state.subscription_connections().note_rejected(&key, past);
                return Err(failure);
            }
        };
        let mut position = self.subscription.position;
        let ended = self.serve(stream, &place, &mut position).await;
        if let Err(failure) = &ended {
            let past = PastConnection::now(worker, position, failure.sentence());
            // The place is free before the client gets the last message, so that it can connect again.
            place.end(past);
        }
        drop(permit);
        ended
    }

    /// Accepts the worker and sends documents; `position` is how far the subscription came.
    async fn serve<S>(
        self,
        stream: &mut MessageStream<S>,
        place: &Place,
        position: &mut i64,
    ) -> Result<(), Failure>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin,
    {
        // It may have been changed while this worker waited.
        let subscription = find(&self.database, &self.options.name).await?;
        let query = SubscriptionQuery::parse(&subscription.query)
            .map_err(|error| Failure::Error(ApiError::from(error)))?;
        let (database, id, index) = (self.database.clone(), subscription.id, subscription.index);
        let shared = place.shared();
        let turn = shared.turn.clone();
        let distribution = blocking(move || {
            database.subscription_connected(id, index)?;
            Ok(shared.distribution(&database, id, index)?)
        })
        .await?;
        stream.send(br#"{"Type":"ConnectionStatus","Status":"Accepted"}"#).await?;
        let documents = Documents { distribution: distribution.clone(), turn, query: Arc::new(query) };
        let ended = Session::new(self.database, documents, self.options, self.worker)
            .run(stream)
            .await
            .map_err(|failure| changed_meanwhile(failure, &subscription.name));
        *position = distribution.position();
        ended
    }

    /// Waits for the subscription, with heartbeats.
    async fn claim<S>(
        &self,
        state: &ApiState,
        stream: &mut MessageStream<S>,
        key: SubscriptionKey,
    ) -> Result<Place, Failure>
    where
        S: AsyncRead + AsyncWrite + Send + Unpin,
    {
        let every = stream.heartbeat();
        let mut beats = interval_at(Instant::now() + every, every);
        let mut claimed = pin!(state.subscription_connections().claim(key, self.worker.clone()));
        loop {
            tokio::select! {
                place = &mut claimed => return Ok(place?),
                _ = beats.tick() => stream.send_heartbeat().await?,
                received = stream.receive() => {
                    received?;
                    return Err(ApiError::bad_request("The subscription is not open yet.").into());
                }
            }
        }
    }
}

/// A definition that was changed or deleted under the connection ends it like the message about that.
fn changed_meanwhile(failure: Failure, name: &str) -> Failure {
    match &failure {
        Failure::Error(error) if error.kind == CHANGED => Ending::Changed(name.to_owned()).into(),
        Failure::Error(error) if error.kind == UNKNOWN => Ending::Deleted(name.to_owned()).into(),
        Failure::Error(error) if error.kind == INVALID => Ending::Invalid(error.message.clone()).into(),
        _ => failure,
    }
}
