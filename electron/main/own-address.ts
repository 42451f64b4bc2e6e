/** Decides whether a URL is Rookery's own page. */
export const APP_ORIGIN = 'app://rookery';

export function isOwnAddress(address: string): boolean {
  try {
    const { protocol, host } = new URL(address);
    return `${protocol}//${host}` === APP_ORIGIN;
  } catch {
    return false;
  }
}
