import type { CallName, CallRequest, CallResponse } from './calls.ts';
import type { StreamItem, StreamName, StreamParams } from './streams.ts';

export interface CancelOptions {
  /**
   * Aborting cancels the work behind the call. The promise then rejects with code `cancelled` and a message that says
   * what was done until then, or resolves when the answer was complete already.
   */
  readonly signal?: AbortSignal;
}

/** The only way from the UI to the host. Every failure is a PortError. */
export interface Port {
  call<N extends CallName>(
    name: N,
    request: CallRequest<N>,
    options?: CancelOptions,
  ): Promise<CallResponse<N>>;
  /** Leaving the loop (break, return, throw) or aborting the signal ends the stream on the host. */
  open<N extends StreamName>(
    name: N,
    params: StreamParams<N>,
    options?: CancelOptions,
  ): AsyncIterableIterator<StreamItem<N>>;
  /** Resolves with the reason once the channel is gone; every pending call has failed with `closed` by then. */
  readonly closed: Promise<string>;
  close(): void;
}
