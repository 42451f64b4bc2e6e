// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderInSession } from '../../app/registry/session-for-tests.tsx';
import type { ConnectionView, Port } from '../../contract/index.ts';
import { connectionFile } from './connection-file.ts';
import { ListTools } from './list-tools.tsx';

afterEach(cleanup);

const server = (name: string): ConnectionView => ({
  connection: {
    id: name,
    kind: 'server',
    name,
    colour: 'blue',
    mode: 'read-only',
    url: `https://${name}.example.com`,
  },
  needsPassword: false,
});
const three = ['a', 'b', 'c'].map(server);

/** Chooses a file with the three servers. The port fails at the save of that number. */
function choose(known: readonly ConnectionView[], failAt = Infinity): string[] {
  const said: string[] = [];
  let saves = 0;
  const port: Port = {
    call: () =>
      ++saves === failAt ? Promise.reject(new Error('The disk is full.')) : Promise.resolve(null as never),
    open: () => {
      throw new Error('not part of this test');
    },
    closed: new Promise(() => undefined),
    close: () => undefined,
  };
  const notify = ({ message }: { readonly message: string }) => void said.push(message);
  const reportError = (_thrown: unknown, doing: string) => void said.push(doing);
  renderInSession({ port, notify, reportError }, <ListTools views={known} />);
  const file = new File([connectionFile(three)], 'list.json');
  fireEvent.change(screen.getByLabelText('Connection list file'), { target: { files: [file] } });
  return said;
}

it('says that all addresses are known', async () => {
  const said = choose(three);
  await waitFor(() => expect(said).toEqual(['No new connection: 3 known addresses.']));
});

it('says how many were added before a failure', async () => {
  const said = choose([], 3);
  await waitFor(() =>
    expect(said).toEqual(['Adding the connections of list.json (2 of 3 were added before)']),
  );
});
