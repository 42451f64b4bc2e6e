/** The icon as macOS keeps it: PNG pictures of several sizes in one file. */
import { readFileSync } from 'node:fs';
import { inRoot } from '../../paths.ts';
import { icons } from '../description.ts';

/** Types of entries by size in pixels. */
const types = new Map([
  [16, 'icp4'],
  [32, 'icp5'],
  [128, 'ic07'],
  [256, 'ic08'],
  [512, 'ic09'],
]);

/** Each part: type, length with this header, content; the file is such a part as well. */
export function iconFile(): Buffer {
  const part = (type: string, content: Buffer): Buffer => {
    const header = Buffer.alloc(8);
    header.write(type, 'latin1');
    header.writeUInt32BE(header.length + content.length, 4);
    return Buffer.concat([header, content]);
  };
  const pictures = icons.sizes.flatMap((size) => {
    const type = types.get(size);
    return type === undefined ? [] : [part(type, readFileSync(inRoot(icons.png(size))))];
  });
  return part('icns', Buffer.concat(pictures));
}
