/**
 * The second secret of a served page, in addition to its cookie. A browser sends cookies to every port of a host,
 * so another program on this computer could read the cookie; this key is bound to the origin of the page, which
 * includes the port.
 */

/** Its key in `sessionStorage`, and its name in the entrance page. */
export const SESSION_KEY_NAME = 'rookery-key';

/** The WebSocket subprotocol selected by the server. */
export const PORT_PROTOCOL = 'rookery';

const KEY_PROTOCOL = 'rookery-key.';

/**
 * The subprotocols that a page sends for its socket. The key is base64url, which is valid in a subprotocol name.
 */
export function offeredProtocols(key: string): string[] {
  return [PORT_PROTOCOL, `${KEY_PROTOCOL}${key}`];
}

/** The key in the header `sec-websocket-protocol`; undefined without one. */
export function offeredKey(header: string | undefined): string | undefined {
  return header
    ?.split(',')
    .map((each) => each.trim())
    .find((each) => each.startsWith(KEY_PROTOCOL))
    ?.slice(KEY_PROTOCOL.length);
}
