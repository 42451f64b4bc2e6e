/** `rookery://` links that the system passes to this program: at its start, to a second instance, or as an event of macOS. */
import { app } from 'electron';
import { isAppLink, MAX_APP_LINK_CHARACTERS } from '../../src/contract/index.ts';
import { tellWindows } from './bridge.ts';

/** The last link that no page has received yet. */
let pending: string | undefined;
let pageListens = false;

/** The link among the arguments of a start. What it means is decided in the page, which reads it strictly. */
export function linkIn(args: readonly string[]): string | undefined {
  return args.find((each) => isAppLink(each) && each.length <= MAX_APP_LINK_CHARACTERS);
}

export function passOnLink(link: string | undefined): void {
  pending = link ?? pending;
  if (pending === undefined || !pageListens) return;
  tellWindows({ rookery: 'open-link', link: pending });
  pending = undefined;
}

export function pageIsListening(): void {
  pageListens = true;
  passOnLink(undefined);
}

/** Called before the app is ready. Only an installed program registers itself as the one that opens links. */
export function listenForLinks(args: readonly string[]): void {
  // Nothing after `--` is read as a switch by Chromium, whatever a link contains.
  if (app.isPackaged) app.setAsDefaultProtocolClient('rookery', process.execPath, ['--']);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    passOnLink(linkIn([url]));
  });
  app.on('second-instance', (_event, argv) => passOnLink(linkIn(argv)));
  passOnLink(linkIn(args));
}
