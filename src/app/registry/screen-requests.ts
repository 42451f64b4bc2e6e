/** Actions that other parts of the window request of a screen, until the screen is open and takes them. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export interface ScreenRequest {
  /** The id of the screen. */
  readonly screen: string;
  readonly action: string;
  /** Where it was requested. */
  readonly connectionId: string;
  readonly database: string | null;
}

const requests = createStore<{ readonly waiting: readonly ScreenRequest[] }>(() => ({ waiting: [] }));

/** Open the screen afterwards. A newer request replaces those of the same screen. */
export function requestOfScreen(request: ScreenRequest): void {
  requests.setState(({ waiting }) => ({
    waiting: [...waiting.filter(({ screen }) => screen !== request.screen), request],
  }));
}

/** Removes the request of a screen. */
function takeRequest(screen: string): ScreenRequest | undefined {
  const { waiting } = requests.getState();
  const found = waiting.find((each) => each.screen === screen);
  if (found) requests.setState({ waiting: waiting.filter((each) => each !== found) });
  return found;
}

/** Calls `onRequest` with each request of this screen; of several mounted tabs the first one takes it. */
export function useScreenRequest(screen: string, onRequest: (request: ScreenRequest) => void): void {
  const waits = useStore(requests, ({ waiting }) => waiting.some((each) => each.screen === screen));
  useEffect(() => {
    const request = waits ? takeRequest(screen) : undefined;
    if (request) onRequest(request);
  }, [waits, screen, onRequest]);
}
