/** Opens the server or the file that the command line named. */
import { useEffect, useState } from 'react';
import { bridgeMessage, type BridgeMessage, type ConnectionView } from '../../contract/index.ts';
import { addServerAt } from '../../features/connections/overlay-store.ts';
import { originOf } from '../../protocol/origin-of.ts';
import { reportProblem } from '../errors/problem-store.ts';
import { openLink } from '../links/open-link.ts';
import { addOpenedFile, type Session } from '../registry/index.ts';
import { showToast } from '../toasts/toast-store.ts';
import { screenForFile } from './screen-for-file.ts';

type OpenRequest = Extract<BridgeMessage, { rookery: 'open-server' | 'open-file' | 'open-link' }>;

/** Characters that show the type of a file. */
const HEAD = 4096;
/** RQL text beyond this is no query that a person wrote. */
const MAX_QUERY_SIZE = 1 << 20;

let received: readonly OpenRequest[] = [];
const listeners = new Set<() => void>();

/** Called before the port is requested: the main process sends the requests right after the port. */
export function listenForOpenRequests(own: Window): void {
  own.addEventListener('message', (event) => {
    if (event.source !== own || event.origin !== own.location.origin) return;
    const { data } = bridgeMessage.safeParse(event.data);
    if (data?.rookery !== 'open-server' && data?.rookery !== 'open-file' && data?.rookery !== 'open-link')
      return;
    received = [...received, data];
    for (const listener of listeners) listener();
  });
}

export function useOpenRequests(session: Session, connections: readonly ConnectionView[] | null): void {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const listener = (): void => setCount((before) => before + 1);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  useEffect(() => {
    // Before that it is unknown whether a server is on the list.
    if (connections === null) return;
    const requests = received;
    received = [];
    for (const request of requests)
      if (request.rookery === 'open-server') openServer(request.url, session, connections);
      else if (request.rookery === 'open-link') openLink(session.port, connections, request.link);
      else
        openFile(request, session).catch((thrown: unknown) =>
          reportProblem(thrown, `Opening ${request.name}`),
        );
  }, [session, connections, count]);
}

function openServer(url: string, session: Session, connections: readonly ConnectionView[]): void {
  const known = connections.find(
    ({ connection }) => connection.kind === 'server' && originOf(connection.url) === url,
  );
  if (known) session.setConnection(known.connection.id);
  else addServerAt(url);
}

async function openFile(
  { name, address }: { name: string; address: string },
  session: Session,
): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${name} cannot be read (${response.status}).`);
  const file = new File([await response.blob()], name);
  const screen = screenForFile(name, await file.slice(0, HEAD).text());
  if (screen === 'query') {
    if (file.size > MAX_QUERY_SIZE) throw new Error(`${name} is larger than 1 MB, the limit for a query.`);
    session.openScreen('query', { params: { query: await file.text(), name: name.replace(/\.rql$/i, '') } });
    return;
  }
  addOpenedFile({ screen, file });
  if (session.database === null && screen !== 'threads' && screen !== 'recording')
    showToast({ kind: 'info', message: `Select a database: then ${name} opens.` });
  session.openScreen(screen);
}
