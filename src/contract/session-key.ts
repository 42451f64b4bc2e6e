/**
 * The second secret of a served page, besides its cookie. A browser sends cookies to every port of a host, so another program
 * on this computer could learn the cookie; this key stays with the page's origin, which the port is part of.
 */

/** Its name in `sessionStorage`, and in the entrance page. */
export const SESSION_KEY_NAME = 'rookery-key';

/** The WebSocket subprotocol that the server selects. */
export const PORT_PROTOCOL = 'rookery';

const KEY_PROTOCOL = 'rookery-key.';

/** What a page offers when it opens its socket. The key is base64url, which a subprotocol's name may contain. */
export function offeredProtocols(key: string): string[] {
  return [PORT_PROTOCOL, `${KEY_PROTOCOL}${key}`];
}

/** The key in the header `sec-websocket-protocol`; undefined when none was offered. */
export function offeredKey(header: string | undefined): string | undefined {
  return header
    ?.split(',')
    .map((each) => each.trim())
    .find((each) => each.startsWith(KEY_PROTOCOL))
    ?.slice(KEY_PROTOCOL.length);
}
