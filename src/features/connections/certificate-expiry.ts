/** When a client certificate ends, and how urgent that is. Pure. */
import type { CertificateDetails } from '../../contract/index.ts';
import { formatDateTime, pluralize, type BadgeTone } from '../../ui/index.ts';

const DAY_MS = 86_400_000;
/** Warnings become more urgent at these days before the end. */
const NOTICE_DAYS = 30;
const WARNING_DAYS = 7;
const URGENT_DAYS = 1;

export type ExpiryLevel = 'valid' | 'notice' | 'warning' | 'urgent' | 'expired' | 'not-yet-valid';

export interface Expiry {
  readonly level: ExpiryLevel;
  /** For a badge. */
  readonly short: string;
  /** What happens and what to do. */
  readonly text: string;
}

export const expiryTones: Readonly<Record<ExpiryLevel, BadgeTone>> = {
  valid: 'neutral',
  notice: 'info',
  warning: 'warning',
  urgent: 'danger',
  expired: 'danger',
  'not-yet-valid': 'warning',
};

const dayOf = (time: number): string => formatDateTime(time).slice(0, 10);

/** `successor`: another certificate of the connection that is valid for longer. */
export function expiryOf(
  { notBefore, notAfter }: CertificateDetails,
  now: number,
  successor?: CertificateDetails,
): Expiry {
  const day = dayOf(notAfter);
  const replacement =
    successor &&
    `Another certificate of this connection is valid until ${dayOf(successor.notAfter)}: open Certificates… to make it active.`;
  const left = notAfter - now;
  if (left <= 0)
    return {
      level: 'expired',
      short: `expired ${day}`,
      text: `The client certificate expired on ${day}, so the server refuses it. ${replacement ?? 'Obtain a new one from the administrator of the server, then open Certificates… to add it.'}`,
    };
  if (notBefore > now)
    return {
      level: 'not-yet-valid',
      short: 'not valid yet',
      text: `The client certificate is valid from ${formatDateTime(notBefore)}. If that is wrong, check the clock of this computer.`,
    };
  const days = Math.floor(left / DAY_MS);
  const level =
    left <= URGENT_DAYS * DAY_MS
      ? 'urgent'
      : left <= WARNING_DAYS * DAY_MS
        ? 'warning'
        : left <= NOTICE_DAYS * DAY_MS
          ? 'notice'
          : 'valid';
  const remaining = days === 0 ? 'less than a day' : pluralize(days, 'day');
  return level === 'valid'
    ? { level, short: `until ${day}`, text: `The client certificate is valid until ${day}.` }
    : {
        level,
        short: `expires in ${remaining}`,
        text: `The client certificate expires in ${remaining}, on ${formatDateTime(notAfter)}. ${replacement ?? 'Obtain a new one before: the server refuses expired certificates.'}`,
      };
}
