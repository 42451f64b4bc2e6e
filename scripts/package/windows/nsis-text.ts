/** Literals of NSIS scripts. Pure. */

/** In double quotes. */
export const quoted = (text: string): string =>
  `"${text.replaceAll('$', () => '$$').replaceAll('"', () => '$\\"')}"`;

export const windowsPath = (path: string): string => path.replaceAll('/', '\\');

/** In double quotes, below the folder of the installation; '' is the folder. */
export const installed = (path: string): string =>
  quoted(windowsPath(path)).replace('"', () => (path === '' ? '"$INSTDIR' : '"$INSTDIR\\'));
