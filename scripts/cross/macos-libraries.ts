/**
 * What the linker needs to know of the libraries of macOS that Zig does not have: where they are, and the functions that
 * dependencies call. The libraries themselves are on each Mac.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Library {
  /** Below the folder of the libraries. */
  readonly file: string;
  readonly installName: string;
  readonly functions: readonly string[];
}

const libraries: readonly Library[] = [
  {
    // The crate libc names it; nothing calls it.
    file: 'libiconv.tbd',
    installName: '/usr/lib/libiconv.2.dylib',
    functions: ['iconv', 'iconv_close', 'iconv_open'],
  },
  {
    // The time zone, for the crate iana-time-zone.
    file: 'CoreFoundation.framework/CoreFoundation.tbd',
    installName: '/System/Library/Frameworks/CoreFoundation.framework/Versions/A/CoreFoundation',
    functions: [
      'CFRelease',
      'CFStringGetBytes',
      'CFStringGetCStringPtr',
      'CFStringGetLength',
      'CFTimeZoneCopySystem',
      'CFTimeZoneGetName',
    ],
  },
];

export function writeMacosLibraries(folder: string): void {
  for (const library of libraries) {
    const file = join(folder, library.file);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, stubText(library));
  }
}

/** A text-based stub (TAPI 4), which linkers read in place of a library. */
export function stubText({ installName, functions }: Omit<Library, 'file'>): string {
  const targets = 'targets: [ x86_64-macos, arm64-macos ]';
  return `--- !tapi-tbd
tbd-version: 4
${targets}
install-name: '${installName}'
current-version: 1
compatibility-version: 1
exports:
  - ${targets}
    symbols: [ ${functions.map((name) => `_${name}`).join(', ')} ]
...
`;
}
