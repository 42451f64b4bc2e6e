/** What is typed or pasted as a code, and the session durations to choose from. Pure. */
import type { TwoFactorLimits, TwoFactorState } from '../../contract/index.ts';
import { formatMs } from '../../ui/index.ts';

export const CODE_DIGITS = 6;

/** The digits of a typed or pasted text: `123 456` and `123-456` are codes. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '').slice(0, CODE_DIGITS);
}

const usualMinutes = [15, 30, 60, 120, 240, 480, 720, 1440];
const FALLBACK_MINUTES = 60;

export interface Durations {
  readonly minutes: readonly number[];
  readonly preset: number;
}

/** Usual durations up to the server's maximum, and the server's own values. */
export function durationsOf({ defaultMinutes, maximumMinutes }: TwoFactorLimits): Durations {
  const maximum = maximumMinutes ?? Infinity;
  const preset = Math.min(defaultMinutes ?? FALLBACK_MINUTES, maximum);
  const all = new Set([...usualMinutes.filter((each) => each <= maximum), preset]);
  if (maximumMinutes !== null) all.add(maximumMinutes);
  return { minutes: [...all].sort((a, b) => a - b), preset };
}

export function durationText(minutes: number): string {
  return formatMs(minutes * 60_000);
}

/** A session that ends sooner is shown as a warning, with a way to renew it. */
export const RENEW_WITHIN_MS = 5 * 60_000;

/** `2 h 5 min`; below one minute in seconds. Never negative. */
export function remainingText(until: number, now: number): string {
  const left = Math.max(0, until - now);
  return left < 60_000 ? `${Math.ceil(left / 1000)} s` : formatMs(Math.floor(left / 60_000) * 60_000);
}

/** Where a session is, as the calls take it: the server of a connection, or another node. */
export function targetOf(id: string, state: TwoFactorState | undefined): { id: string; node?: string } {
  return state?.node === undefined ? { id } : { id, node: state.node.tag };
}

/** `Live`, or `node B of Live`. */
export function targetName(name: string, state: TwoFactorState | undefined): string {
  return state?.node === undefined ? name : `node ${state.node.tag} of ${name}`;
}
