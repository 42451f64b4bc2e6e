import './no-eval.ts';

/**
 * Links from outside (`rookery://open/document?server=https://a.example&database=shop&id=orders/1`). They come from strangers:
 * a link names one screen of a connection that exists, and what the screen shows first. It runs nothing.
 */
export interface AppLink {
  readonly screen: string;
  /** The address of a server, normalized, or `sandbox`. */
  readonly server: string;
  readonly database: string | undefined;
  readonly params: Readonly<Record<string, string>>;
}

export const APP_LINK_SCHEME = 'rookery:';
/** Browsers and systems pass on longer ones in different ways. */
export const MAX_APP_LINK_CHARACTERS = 4000;

/** The screens that a link may open, and their parameters. None of these acts when it opens. */
const screens: Readonly<Record<string, readonly string[]>> = {
  dashboard: [],
  overview: [],
  documents: ['collection'],
  document: ['id'],
  query: ['query'],
  indexes: [],
  activity: [],
  io: [],
  threads: [],
  memory: [],
  cluster: [],
  storage: [],
  backups: [],
  settings: ['section'],
};

export type AppLinkReading = { readonly link: AppLink } | { readonly problem: string };

export function isAppLink(text: string): boolean {
  return text.toLowerCase().startsWith(`${APP_LINK_SCHEME}//`);
}

export function readAppLink(text: string): AppLinkReading {
  if (text.length > MAX_APP_LINK_CHARACTERS)
    return { problem: `it is longer than ${MAX_APP_LINK_CHARACTERS} characters` };
  if (!/^[!-~]+$/.test(text)) return { problem: 'it contains a space or a character that must be escaped' };
  // Not with `URL`: engines read addresses of own schemes differently.
  const [, screen = '', query = ''] = /^rookery:\/\/open\/([a-z]{1,20})\/?\?([^?#]+)$/i.exec(text) ?? [];
  const allowed = Object.hasOwn(screens, screen) ? screens[screen] : undefined;
  if (allowed === undefined) return { problem: 'it names no screen that a link may open' };
  const given = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (name !== 'server' && name !== 'database' && !allowed.includes(name))
      return { problem: `it contains the unknown parameter “${name.slice(0, 40)}”` };
    if (given.has(name)) return { problem: `it contains “${name}” twice` };
    // Queries may have lines; nothing else that is not visible.
    if (/[^\P{C}\n\t]/u.test(value) || (name !== 'query' && /[\n\t]/.test(value)))
      return { problem: `“${name}” contains an invisible character` };
    given.set(name, value);
  }
  const server = readServer(given.get('server') ?? '');
  if (server === undefined) return { problem: 'it names no server (http or https, without user and query)' };
  const database = given.get('database');
  if (database === '') return { problem: 'the name of the database is empty' };
  given.delete('server');
  given.delete('database');
  return { link: { screen, server, database, params: Object.fromEntries(given) } };
}

/** Undefined for a screen that no link may open. */
export function writeAppLink({ screen, server, database, params }: AppLink): string | undefined {
  const allowed = Object.hasOwn(screens, screen) ? screens[screen] : undefined;
  if (allowed === undefined) return undefined;
  const query = new URLSearchParams({ server, ...(database === undefined ? {} : { database }) });
  for (const name of allowed) if (params[name] !== undefined) query.set(name, params[name]);
  const link = `rookery://open/${screen}?${query.toString().replaceAll('+', '%20')}`;
  return link.length > MAX_APP_LINK_CHARACTERS ? undefined : link;
}

/** Two addresses of the same server are the same text. */
export function linkServer(url: string): string | undefined {
  return readServer(url);
}

function readServer(text: string): string | undefined {
  if (text === 'sandbox') return text;
  try {
    const url = new URL(text);
    const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
    if ((url.protocol !== 'http:' && url.protocol !== 'https:') || !plain) return undefined;
    return url.href.replace(/\/+$/, '');
  } catch {
    return undefined;
  }
}
