/** Reads what a person types or pastes as the address of a server: an address, `host:port`, or a page of the Studio. Pure. */

export type TypedAddress =
  | {
      readonly kind: 'address';
      /** One origin, or two to try in this order when the scheme is missing. */
      readonly origins: readonly [first: string, ...others: string[]];
    }
  | { readonly kind: 'invalid'; readonly problem: string };

const NOT_AN_ADDRESS = 'Invalid address. Enter server and port, such as http://localhost:8080.';

export function readTypedAddress(typed: string): TypedAddress {
  const text = typed.trim();
  if (text === '')
    return invalid('Enter the server address, such as db.example.com or http://localhost:8080.');
  // Chromium's URL encodes spaces in a host name; Node's refuses them.
  if (/\s/.test(text)) return invalid(NOT_AN_ADDRESS);
  const hasScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text);
  let url: URL;
  try {
    url = new URL(hasScheme ? text : `http://${text}`);
  } catch {
    return invalid(NOT_AN_ADDRESS);
  }
  const problem = problemOf(url);
  if (problem !== null) return invalid(problem);
  if (hasScheme) return { kind: 'address', origins: [url.origin] };
  const secure = new URL(`https://${text}`).origin;
  return { kind: 'address', origins: isNear(url.hostname) ? [url.origin, secure] : [secure, url.origin] };
}

function problemOf(url: URL): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `RavenDB supports http and https, not ${url.protocol.replace(':', '')}.`;
  if (url.username !== '' || url.password !== '')
    return 'Remove user and password. RavenDB uses client certificates.';
  // A page of RavenDB Studio is pasted from a browser: its path, query and hash name a view, not a server.
  if (/^\/studio(\/|$)/i.test(url.pathname)) return null;
  if (url.pathname !== '/' || url.search !== '') return `Enter only the server address: ${url.origin}`;
  return null;
}

/** Addresses of this computer or its network usually speak plain HTTP, so that is tried first. */
function isNear(hostname: string): boolean {
  return /^(\d+\.\d+\.\d+\.\d+|\[.*\])$/.test(hostname) || !hostname.includes('.');
}

/** The name for a connection without one: its host and port, numbered when another connection has that name. */
export function nameFromAddress(typed: string, otherNames: readonly string[]): string {
  const address = readTypedAddress(typed);
  if (address.kind === 'invalid') return '';
  const host = new URL(address.origins[0]).host.slice(0, 100);
  const taken = new Set(otherNames.map((name) => name.toLowerCase()));
  let name = host;
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${host} (${number})`;
  return name;
}

function invalid(problem: string): TypedAddress {
  return { kind: 'invalid', problem };
}
