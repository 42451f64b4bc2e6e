/** A link that was pasted, until the shell opens it. */
import { createStore } from 'zustand/vanilla';

export const incomingLink = createStore<{ readonly text: string | null }>(() => ({ text: null }));

export function takeIncomingLink(): string | null {
  const { text } = incomingLink.getState();
  if (text !== null) incomingLink.setState({ text: null });
  return text;
}
