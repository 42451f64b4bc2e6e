/** Hands a text to the person as a file: `stacks-2026-11-21-0934.json`. */
export function saveFile(what: string, extension: string, type: string, text: string): void {
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, '0');
  const moment = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}-${two(now.getHours())}${two(now.getMinutes())}`;
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${what}-${moment}.${extension}`;
  link.click();
  // The download holds the blob by then; without this every export would stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
