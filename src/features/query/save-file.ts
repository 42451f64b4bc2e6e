/** Hands a text to the person as a file. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download holds the blob by then; without this every export would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** `results-shop-2026-11-21-0934.csv`: what, of which database, when. */
export function fileName(what: string, database: string, extension: string, now = new Date()): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const place = database.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_');
  return `${what}-${place}-${day}-${two(now.getHours())}${two(now.getMinutes())}.${extension}`;
}
