//! The calls about the port for applications.

use napi::bindgen_prelude::{Env, Object, Result, ToNapiValue};
use napi_derive::napi;
use rookery_api::ApiState;
use tokio::sync::OwnedMutexGuard;

use crate::application_port::ApplicationPort;
use crate::failure::{Failure, Promised};
use crate::handle::EngineHandle;

impl EngineHandle {
    /// Runs `work` on the engine's threads with the locked slot: one call after another. `closed` is the outcome once the
    /// engine is closed.
    fn at_port<'env, T, F>(
        &self,
        env: &'env Env,
        closed: std::result::Result<T, Failure>,
        work: impl FnOnce(OwnedMutexGuard<Option<ApplicationPort>>, ApiState) -> F + Send + 'static,
    ) -> Result<Object<'env>>
    where
        T: ToNapiValue + Send + 'static,
        F: Future<Output = std::result::Result<T, Failure>> + Send + 'static,
    {
        let (promised, promise) = Promised::<T>::new(env)?;
        match self.with_open(|open| (open.runtime.handle().clone(), open.state.clone(), open.port.clone())) {
            None => promised.settle(closed),
            Some((runtime, state, slot)) => {
                runtime.spawn(async move { promised.settle(work(slot.lock_owned().await, state).await) });
            }
        }
        Ok(promise)
    }
}

#[napi]
impl EngineHandle {
    /// Opens the port. An open one stays as it is, also for another number.
    #[napi(ts_args_type = "port: number", ts_return_type = "Promise<string>")]
    pub fn open_port<'env>(&self, env: &'env Env, port: u16) -> Result<Object<'env>> {
        self.at_port(env, Err(Failure::closed()), async move |mut slot, state| {
            let open = match slot.take() {
                Some(open) => open,
                None => ApplicationPort::open(&state, port).await?,
            };
            Ok(slot.insert(open).state())
        })
    }

    /// The open port, or null.
    #[napi(ts_return_type = "Promise<string | null>")]
    pub fn port_state<'env>(&self, env: &'env Env) -> Result<Object<'env>> {
        self.at_port(env, Ok(None), async move |slot, _| Ok(slot.as_ref().map(ApplicationPort::state)))
    }

    /// Closes the port: running requests have a few seconds. Does nothing when none is open.
    #[napi(ts_return_type = "Promise<void>")]
    pub fn close_port<'env>(&self, env: &'env Env) -> Result<Object<'env>> {
        self.at_port(env, Ok(()), async move |mut slot, _| {
            if let Some(port) = slot.take() {
                port.close().await;
            }
            Ok(())
        })
    }
}
