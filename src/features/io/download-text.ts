/** Hands a text to the person as a file: the browser's (or Electron's) own download. */
export function downloadText(fileName: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has taken the blob by the next turn of the loop in every engine we run on; a minute is generous.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
