/** The response to a one-time address: a page that stores the session key in its tab and opens the window. */
import { SESSION_KEY_NAME } from '../../src/contract/index.ts';

/** The page's CSP allows no inline script. It contains no secret. */
export const ENTRANCE_SCRIPT_PATH = '/enter.js';

export const entranceScript = `'use strict';
const { content } = document.querySelector('meta[name="${SESSION_KEY_NAME}"]');
sessionStorage.setItem('${SESSION_KEY_NAME}', content);
// Replaced, so that going back does not lead to a used address.
location.replace('/');
`;

/** `key` is base64url: it needs no escaping. */
export function entrancePage(key: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="${SESSION_KEY_NAME}" content="${key}">
<title>Rookery</title>
<script src="${ENTRANCE_SCRIPT_PATH}" defer></script>
<noscript>Rookery needs JavaScript. Allow it for this address and press Enter in the terminal for a new address.</noscript>
</html>
`;
}
