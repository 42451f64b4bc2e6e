/** Links that the system passes to the window, until the shell opens them. */
import { createStore } from 'zustand/vanilla';
import { bridgeMessage } from '../../contract/index.ts';

/** The last one: a program that opens many is not answered with as many tabs. */
export const incomingLink = createStore<{ readonly text: string | null }>(() => ({ text: null }));

export function takeIncomingLink(): string | null {
  const { text } = incomingLink.getState();
  if (text !== null) incomingLink.setState({ text: null });
  return text;
}

export function receiveLinks(target: Window): void {
  target.addEventListener('message', (event) => {
    // From the preload script only, as ports are.
    if (event.source !== target || event.origin !== target.location.origin) return;
    const message = bridgeMessage.safeParse(event.data);
    if (message.success && message.data.rookery === 'open-link')
      incomingLink.setState({ text: message.data.link });
  });
}
