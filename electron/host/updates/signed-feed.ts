/** Reads a release feed: signature first, then everything else. Pure. */
import { createPublicKey, verify } from 'node:crypto';
import { z } from 'zod';
import { newerRelease } from '../../../src/contract/updates.ts';

/** `signed` is the JSON text of `feedContents`; the signature is over its UTF-8 bytes. */
const envelope = z.object({ signed: z.string(), signature: z.string() });

const release = newerRelease.extend({
  date: z.iso.date(),
  page: z.url({ protocol: /^https$/ }),
});
const feedContents = z.object({
  format: z.number().int(),
  product: z.string(),
  /** A feed issued before the last one that was accepted is refused: an old copy would hide a release. */
  issued: z.iso.datetime(),
  /** After this, the feed may be an old copy that somebody keeps serving. */
  expires: z.iso.datetime(),
  releases: z.array(release).max(1000),
});
export type Release = z.infer<typeof release>;

const FORMAT = 1;

export interface FeedCheck {
  readonly publicKey: string;
  readonly now: Date;
  /** `issued` of the last accepted feed. */
  readonly lastIssued: string | null;
}

export interface VerifiedFeed {
  readonly issued: string;
  readonly releases: readonly Release[];
}

/** Says why a feed is refused; the end of a sentence. */
export class FeedRefused extends Error {}

export function readSignedFeed(body: string, { publicKey, now, lastIssued }: FeedCheck): VerifiedFeed {
  const { signed, signature } = parsed(body, envelope, 'it is not a release feed');
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'ed25519')
    throw new FeedRefused('the key of this build is not an Ed25519 key');
  if (!verify(null, Buffer.from(signed, 'utf8'), key, Buffer.from(signature, 'base64')))
    throw new FeedRefused('its signature is not of the key of this build');
  const head = parsed(signed, feedContents.pick({ format: true }), 'its contents are damaged');
  if (head.format > FORMAT)
    throw new FeedRefused(
      'it has a newer format than this version reads. Get the new version from the place of this one',
    );
  const contents = parsed(signed, feedContents, 'its contents are damaged');
  if (contents.product !== 'rookery') throw new FeedRefused(`it is the feed of "${contents.product}"`);
  if (Date.parse(contents.expires) < now.getTime())
    throw new FeedRefused(`it expired on ${contents.expires.slice(0, 10)}. It may be an old copy`);
  if (lastIssued !== null && Date.parse(contents.issued) < Date.parse(lastIssued))
    throw new FeedRefused(`it is older than the feed of ${lastIssued.slice(0, 10)} that was read before`);
  return { issued: contents.issued, releases: contents.releases };
}

function parsed<T>(text: string, schema: z.ZodType<T>, otherwise: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new FeedRefused(otherwise, { cause });
  }
}

/** The newest release after `version`. Versions with a suffix (`1.0.0-rc.1`) are never offered. */
export function newestAfter(releases: readonly Release[], version: string): Release | null {
  const current = numbersOf(version);
  let newest: { readonly release: Release; readonly numbers: Numbers } | null = null;
  for (const each of releases) {
    if (each.version.includes('-')) continue;
    const numbers = numbersOf(each.version);
    if (numbers === null || (current !== null && compare(numbers, current) <= 0)) continue;
    if (newest === null || compare(numbers, newest.numbers) > 0) newest = { release: each, numbers };
  }
  return newest?.release ?? null;
}

type Numbers = readonly [number, number, number];

function numbersOf(version: string): Numbers | null {
  const match = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-.*)?$/.exec(version);
  return match === null ? null : [Number(match[1]), Number(match[2]), Number(match[3])];
}

const compare = (a: Numbers, b: Numbers): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
