/** The origin of an address; null of what is no address. `URL.canParse` needs Chromium 120. */
export function originOf(address: string): string | null {
  try {
    return new URL(address).origin;
  } catch {
    return null;
  }
}
