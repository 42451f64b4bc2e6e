/** Names of files in the folder of recordings. Pure. */
import { PortError, storedRecordingName } from '../../../src/contract/index.ts';

export const RECORDING_ENDING = '.rookery';

/** Bytes of a name without number and ending: file systems take 255. */
const MAX_BYTES = 160;
/** Not a part of a name on some system; a colon opens another stream of a file on Windows. */
const RESERVED = /[<>:"/\\|?*\p{Cc}]/u;
/** Names of devices on Windows, which are not files with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const MOMENT = /^\d{4}-\d\d-\d\d \d\d-\d\d-\d\d/;

export function isRecordingName(name: string): boolean {
  return (
    storedRecordingName.safeParse(name).success &&
    !RESERVED.test(name) &&
    !name.startsWith('.') &&
    !DEVICE.test(name)
  );
}

/** The contract checks names too; this does not depend on it. */
export function mustBeRecordingName(name: string): void {
  if (!isRecordingName(name))
    throw new PortError({ code: 'bad-request', message: 'This is not the name of a recording.' });
}

/** `2026-03-14 09-26-53 NAME`, local time. */
export function newRecordingName(name: string, time: Date): string {
  return shortened(`${momentOf(time)} ${cleaned(name)}`);
}

export interface EditedFrom {
  /** In the folder; undefined for a file that the page sent. */
  readonly stored: string | undefined;
  /** The address that the recording names. */
  readonly server: string;
  readonly started: Date;
}

export interface Edit {
  readonly cut: boolean;
  readonly mask: boolean;
}

/** `… cut`, `… masked`. The name of a masked file does not keep the name of the connection. */
export function editedName({ stored, server, started }: EditedFrom, { cut, mask }: Edit): string {
  const suffix = [...(cut ? ['cut'] : []), ...(mask ? ['masked'] : [])].join(' ');
  const old = stored?.slice(0, -RECORDING_ENDING.length) ?? `${momentOf(started)} ${serverName(server)}`;
  const base = mask ? (MOMENT.exec(old)?.[0] ?? momentOf(started)) : shortened(cleaned(old));
  return `${base} ${suffix === '' ? 'edited' : suffix}`;
}

/** The host of an address; all of what is no address. */
export function serverName(server: string): string {
  try {
    return new URL(server).host;
  } catch {
    return server;
  }
}

function cleaned(text: string): string {
  const clean = text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N} ._-]+/gu, '_')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  return clean === '' ? 'recording' : clean;
}

/** Without a part of a character at the end. */
function shortened(text: string): string {
  let short = '';
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_BYTES) break;
    short += character;
  }
  return short.replace(/[. ]+$/, '');
}

function momentOf(time: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0');
  const date = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${date} ${two(time.getHours())}-${two(time.getMinutes())}-${two(time.getSeconds())}`;
}
