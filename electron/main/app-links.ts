/** `rookery://` links that the system passes to this program. What they mean is decided in the page, which reads them strictly. */
import { app } from 'electron';
import { isAppLink, MAX_APP_LINK_CHARACTERS } from '../../src/contract/index.ts';

/**
 * Called before the app is ready. Only an installed program registers itself as the one that opens links. macOS reports a link as an event, the other systems start the program with it.
 */
export function receiveSystemLinks(receive: (link: string) => void): void {
  // Nothing after `--` is read as a switch by Chromium, whatever a link contains.
  if (app.isPackaged) app.setAsDefaultProtocolClient('rookery', process.execPath, ['--']);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    if (isAppLink(url) && url.length <= MAX_APP_LINK_CHARACTERS) receive(url);
  });
}
