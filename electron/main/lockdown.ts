/** Restrictions for all web contents of this program. */
import { app, shell, type Session, type WebContents } from 'electron';
import { isOwnAddress } from './own-address.ts';

/** Nearly every screen copies to the clipboard; reading it, and everything else, is denied. */
const ALLOWED_PERMISSION = 'clipboard-sanitized-write';

export function lockSession(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, decide) =>
    decide(permission === ALLOWED_PERMISSION && isOwnAddress(contents.getURL())),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, origin) => permission === ALLOWED_PERMISSION && isOwnAddress(origin),
  );
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event, item) => {
    // Only files created by the window itself (exports) are saved; no other downloads.
    if (!/^(blob:app:\/\/rookery\/|data:)/.test(item.getURL())) event.preventDefault();
  });
}

export function lockEveryContents(): void {
  app.on('web-contents-created', (_event, contents) => lockContents(contents));
}

function lockContents(contents: WebContents): void {
  contents.on('will-navigate', (event, address) => {
    // A reload is a navigation to the current address.
    if (address !== contents.getURL()) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    openDocumentation(url);
    return { action: 'deny' };
  });
}

/** Links to the documentation open in the default browser; other addresses are not opened. */
function openDocumentation(address: string): void {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return;
  }
  if (url.protocol === 'https:' && (url.hostname === 'ravendb.net' || url.hostname.endsWith('.ravendb.net')))
    void shell.openExternal(url.href);
}
