/** Saves data as a file through the download of the browser (or Electron). */
export function saveFile(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own reference by then; without this every export would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Starts a download that the program serves itself, at a path of this origin. */
export function openDownload(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}

/** `results-shop-2026-11-21-0934.csv`: content, database (if any), time. */
export function fileName(what: string, of: string | null, extension: string, now = new Date()): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const moment = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}-${two(now.getHours())}${two(now.getMinutes())}`;
  const place = of?.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_');
  return `${[what, place, moment].filter((part) => part !== undefined).join('-')}.${extension}`;
}
