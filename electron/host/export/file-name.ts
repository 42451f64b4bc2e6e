/** The suggested name of an export. Pure. */
import type { FileFormat } from './export-way.ts';

export const formatNames: Readonly<Record<FileFormat, string>> = {
  csv: 'CSV',
  ndjson: 'NDJSON',
  json: 'JSON',
  ravendbdump: 'RavenDB dump',
  zip: 'ZIP archive',
  rookery: 'Rookery recording',
  'speedscope.json': 'speedscope profile',
};

/** The filter of a file dialog takes one ending without dots. */
export const filterEnding = (format: FileFormat): string => format.slice(format.lastIndexOf('.') + 1);

const MAX_CHARACTERS = 120;

/** Names of devices on Windows, which are not files with any ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** The page's suggestion without folders, control and reserved characters, with the ending of the format. */
export function exportFileName(suggested: string, format: FileFormat): string {
  const clean = suggested
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^[._]+/, '')
    .slice(0, MAX_CHARACTERS)
    .replace(/[._]+$/, '');
  return `${clean === '' || DEVICE.test(clean) ? 'export' : clean}.${format}`;
}
