/** The icon as Windows keeps it: pictures of several sizes in one file. */
import { readFileSync } from 'node:fs';
import { Data } from 'resedit';
import { inRoot } from '../../paths.ts';
import { icons } from '../description.ts';

/** Larger pictures have no place in the format. */
const LARGEST = 256;

export const iconPictures = (): Data.RawIconItem[] =>
  icons.sizes
    .filter((size) => size <= LARGEST)
    .map((size) => Data.RawIconItem.from(readFileSync(inRoot(icons.png(size))), size, size, 32));

/** An `.ico` file. */
export function iconFile(): Buffer {
  const file = new Data.IconFile();
  file.icons = iconPictures().map((data) => ({ data }));
  return Buffer.from(file.generate());
}
