/** The list of registered certificates in words. Pure. */
import type { RegisteredCertificate } from '../../protocol/server-certificates.ts';
import { csvText, formatDateTime, pluralize, type BadgeTone } from '../../ui/index.ts';

const DAY_MS = 86_400_000;
/** The end is shown more urgently at these days before it. */
const NOTICE_DAYS = 30;
const WARNING_DAYS = 7;
const URGENT_DAYS = 1;

export interface End {
  readonly tone: BadgeTone;
  readonly text: string;
}

export function endOf({ notBefore, notAfter }: RegisteredCertificate, now: number): End {
  if (Number.isNaN(notAfter)) return { tone: 'neutral', text: 'unknown' };
  const day = dayOf(notAfter);
  const left = notAfter - now;
  if (left <= 0) return { tone: 'danger', text: `expired ${day}` };
  if (notBefore > now) return { tone: 'warning', text: `from ${dayOf(notBefore)}` };
  if (left > NOTICE_DAYS * DAY_MS) return { tone: 'neutral', text: `until ${day}` };
  const days = Math.floor(left / DAY_MS);
  return {
    tone: left <= URGENT_DAYS * DAY_MS ? 'danger' : left <= WARNING_DAYS * DAY_MS ? 'warning' : 'info',
    text: days === 0 ? 'ends in less than a day' : `ends in ${pluralize(days, 'day')}`,
  };
}

/** The clearance with rights on single databases only. */
export const LIMITED = 'ValidUser';

export function rightsText({ clearance, permissions }: RegisteredCertificate): string {
  if (clearance !== LIMITED) return 'all databases';
  const parts = [...permissions].map(([database, right]) => `${database}: ${right}`);
  return parts.length === 0 ? 'no database' : parts.join(', ');
}

/** Every word is found in name, thumbprint, clearance or rights. */
export function filterCertificates(
  all: readonly RegisteredCertificate[],
  filter: string,
): readonly RegisteredCertificate[] {
  const words = filter.trim().toLowerCase().split(/\s+/);
  return all.filter((each) => {
    const text = [each.name, each.thumbprint, each.clearance, rightsText(each)].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** How many end within 30 days or have ended, for a banner; undefined for none. */
export function endingText(all: readonly RegisteredCertificate[], now: number): string | undefined {
  const ended = all.filter(({ notAfter }) => notAfter <= now);
  const ending = all.filter(({ notAfter }) => notAfter > now && notAfter - now <= NOTICE_DAYS * DAY_MS);
  if (ended.length + ending.length === 0) return undefined;
  const parts = [
    ...(ended.length === 0 ? [] : [`${pluralize(ended.length, 'certificate')} expired`]),
    ...(ending.length === 0
      ? []
      : [`${pluralize(ending.length, 'certificate ends', 'certificates end')} within ${NOTICE_DAYS} days`]),
  ];
  return `${parts.join(', ')}. Generate or upload their successors, then delete them.`;
}

export function certificatesAsCsv(all: readonly RegisteredCertificate[]): string {
  return csvText(
    ['Name', 'Thumbprint', 'Clearance', 'Rights', 'Valid from', 'Valid until'],
    all.map((each) => [
      each.name,
      each.thumbprint,
      each.clearance,
      rightsText(each),
      isoOf(each.notBefore),
      isoOf(each.notAfter),
    ]),
  );
}

const dayOf = (time: number): string => formatDateTime(time).slice(0, 10);
const isoOf = (time: number): string => (Number.isNaN(time) ? '' : new Date(time).toISOString());
