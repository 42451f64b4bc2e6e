/** The outlook of CPU credits in sentences. Pure. */
import type { CpuCredits } from '../../../protocol/cpu-credits.ts';
import { formatCompact, formatMs } from '../../../ui/index.ts';
import type { Outlook } from './outlook.ts';

export interface CreditLine {
  readonly id: 'level' | 'rate' | 'background' | 'requests';
  /** What the user should not miss. */
  readonly isWarning: boolean;
  readonly text: string;
}

/** Sooner than this is a warning. */
const SOON_MS = 15 * 60_000;

export function creditLines(credits: CpuCredits, outlook: Outlook): readonly CreditLine[] {
  const { remaining, most, backgroundBelow, requestsBelow } = credits;
  return [
    {
      id: 'level',
      isWarning: false,
      text: `${creditText(remaining)} of ${creditText(most)} credits are left (${Math.round((remaining / most) * 100)} %).`,
    },
    rateLine(outlook),
    ...(backgroundBelow === null ? [] : [backgroundLine(credits, backgroundBelow, outlook)]),
    ...(requestsBelow === null ? [] : [requestLine(credits, requestsBelow, outlook)]),
  ];
}

function rateLine({ perMinute, untilEmpty, untilFull }: Outlook): CreditLine {
  const text =
    perMinute === null
      ? 'The rate is known after a minute.'
      : perMinute === 0
        ? 'As many are gained as used.'
        : perMinute < 0
          ? `${creditText(-perMinute)} more per minute are used than gained${untilEmpty === null ? '' : `: none are left in ${duration(untilEmpty)}`}.`
          : `${creditText(perMinute)} more per minute are gained than used${untilFull === null ? '' : `: full in ${duration(untilFull)}`}.`;
  return { id: 'rate', isWarning: isSoon(untilEmpty), text };
}

function backgroundLine(
  { remaining, backgroundFrom }: CpuCredits,
  below: number,
  { untilBackgroundPauses: until }: Outlook,
): CreditLine {
  if (remaining < below)
    return {
      id: 'background',
      isWarning: true,
      text: `The server pauses background tasks, such as indexing, until ${creditText(backgroundFrom ?? below)} credits are there.`,
    };
  const when = until === null ? '' : `, in ${duration(until)} at this rate`;
  return {
    id: 'background',
    isWarning: isSoon(until),
    text: `Below ${creditText(below)} the server pauses background tasks, such as indexing${when}.`,
  };
}

function requestLine(
  { remaining }: CpuCredits,
  below: number,
  { untilRequestsAreRefused: until }: Outlook,
): CreditLine {
  if (remaining < below)
    return {
      id: 'requests',
      isWarning: true,
      text: 'The server refuses requests (503), so that clients use other nodes.',
    };
  const when = until === null ? '' : `, in ${duration(until)} at this rate`;
  return {
    id: 'requests',
    isWarning: isSoon(until),
    text: `Below ${creditText(below)} the server refuses requests (503)${when}.`,
  };
}

const isSoon = (until: number | null): boolean => until !== null && until < SOON_MS;

/** Whole minutes above two minutes. */
function duration(ms: number): string {
  return formatMs(ms < 120_000 ? Math.round(ms / 1000) * 1000 : Math.round(ms / 60_000) * 60_000);
}

/** Up to two digits after the point below ten. */
function creditText(value: number): string {
  return value < 10 ? String(Math.round(value * 100) / 100) : formatCompact(Math.round(value * 10) / 10);
}
