/** The arguments of the desktop program: `[--data DIR]`, `open URL|FILE`, `serve …`, or a `rookery://` link. Pure. */
import { basename, isAbsolute, resolve } from 'node:path';
import { isAppLink, MAX_APP_LINK_CHARACTERS } from '../../src/contract/index.ts';

export type LaunchCommand =
  | { readonly kind: 'window' }
  | { readonly kind: 'open-server'; readonly url: string }
  | { readonly kind: 'open-file'; readonly path: string; readonly name: string }
  /** Not read yet: the page does. */
  | { readonly kind: 'open-link'; readonly link: string }
  /** The arguments go to serve mode unchanged. */
  | { readonly kind: 'serve'; readonly args: readonly string[] }
  | { readonly kind: 'wrong'; readonly reason: string };

export interface CommandLine {
  readonly dataFolder: string | undefined;
  readonly command: LaunchCommand;
}

/** What the user gave: without the program, and without the folder of the application when Electron runs one from source. */
export function userArguments(argv: readonly string[], fromSource: boolean | undefined): string[] {
  const given = argv.slice(1);
  if (fromSource !== true) return given;
  const folder = given.findIndex((word) => !word.startsWith('-'));
  return folder === -1 ? given : given.filter((_, at) => at !== folder);
}

/** `given`: the arguments after the program and its folder. Relative files are in `folder`. */
export function readCommandLine(given: readonly string[], folder: string): CommandLine {
  const words: string[] = [];
  let dataFolder: string | undefined;
  for (let at = 0; at < given.length; at++) {
    const word = given[at] ?? '';
    if (word === '--data') dataFolder = given[++at];
    else if (word.startsWith('--data=')) dataFolder = word.slice('--data='.length);
    // Chromium's own switches are ignored here.
    else if (!word.startsWith('-')) words.push(word);
  }
  const resolved = dataFolder === undefined || dataFolder === '' ? undefined : resolve(folder, dataFolder);
  return { dataFolder: resolved, command: commandOf(words, given, folder) };
}

function commandOf(words: readonly string[], given: readonly string[], folder: string): LaunchCommand {
  const [name, target] = words;
  if (name === undefined) return { kind: 'window' };
  // The system starts the program with the link alone.
  if (isAppLink(name)) return linkOf(name);
  if (name === 'serve') return { kind: 'serve', args: given.slice(given.indexOf('serve') + 1) };
  if (name !== 'open') return { kind: 'wrong', reason: `"${name}" is not a command; use open or serve.` };
  if (target === undefined) return { kind: 'wrong', reason: 'open takes a URL or a file.' };
  return targetOf(target, folder);
}

function linkOf(link: string): LaunchCommand {
  return link.length > MAX_APP_LINK_CHARACTERS
    ? { kind: 'wrong', reason: `A link may have ${MAX_APP_LINK_CHARACTERS} characters.` }
    : { kind: 'open-link', link };
}

function targetOf(target: string, folder: string): LaunchCommand {
  if (isAppLink(target)) return linkOf(target);
  if (/^https?:\/\//i.test(target)) {
    const url = parseAddress(target);
    if (url === undefined) return { kind: 'wrong', reason: `"${target}" is not an address.` };
    if (url.username !== '' || url.password !== '')
      return { kind: 'wrong', reason: 'An address with a user name or password is not opened.' };
    return { kind: 'open-server', url: url.origin };
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(target))
    return { kind: 'wrong', reason: `"${target}" is not an http or https address.` };
  const path = isAbsolute(target) ? target : resolve(folder, target);
  return { kind: 'open-file', path, name: basename(path) };
}

function parseAddress(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
