// @vitest-environment jsdom
/**
 * The settings of a database against a fake server with the responses of RavenDB 7.1.5, with and without a licence.
 */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderInSession } from '../../app/registry/session-for-tests.tsx';
import type { HttpRequest } from '../../contract/index.ts';
import { scriptedPort } from '../../protocol/ports-for-tests.ts';
import SettingsScreen from './settings-screen.tsx';

type Stored = Record<string, object | undefined>;

function open(
  stored: Stored,
  options: { licensed?: boolean; refusal?: string; tabState?: unknown; section?: string } = {},
) {
  const requests: HttpRequest[] = [];
  const kept: unknown[] = [];
  const dirty: boolean[] = [];
  const port = scriptedPort({
    http: (request) => {
      const path = new URL(`http://x${request.path}`).pathname.replace('/databases/Shop', '');
      if (request.method === 'POST' && path !== '/queries') {
        requests.push(request);
        if (options.licensed === false)
          return {
            status: 402,
            body: JSON.stringify({
              Type: 'Raven.Client.Exceptions.Commercial.LicenseLimitException',
              Message: options.refusal ?? 'Your current license (None) does not allow documents compression',
            }),
          };
        stored[path.replace('/admin', '')] = JSON.parse(request.body ?? '') as object;
        return { body: '{"RaftCommandIndex":5}' };
      }
      if (path === '/queries')
        return {
          body: '{"TotalResults":2,"ScannedResults":40,"Results":[],"IndexName":"collection/@all_docs"}',
        };
      if (path === '/collections/stats')
        return { body: '{"CountOfDocuments":3,"Collections":{"Orders":2,"Logs":1,"@hilo":1}}' };
      const found = stored[path];
      return found ? { body: JSON.stringify(found) } : { status: 404 };
    },
  });
  renderInSession(
    {
      port,
      connectionId: 'sandbox',
      setDirty: (_, now) => dirty.push(now),
      readTabState: () => options.tabState,
      writeTabState: (_, state) => kept.push(state),
    },
    <SettingsScreen
      tabId="t1"
      connectionId="sandbox"
      database="Shop"
      params={options.section === undefined ? {} : { section: options.section }}
    />,
  );
  return { requests, kept, dirty };
}

const compression = () => screen.findByRole('region', { name: 'Documents compression' });
const archival = () => screen.findByRole('region', { name: 'Data archival' });
const expiration = () => screen.findByRole('region', { name: 'Document expiration' });
const refresh = () => screen.findByRole('region', { name: 'Document refresh' });
const revisions = () => screen.findByRole('region', { name: 'Document revisions' });
const COMPRESSION = '/documents-compression/config';

afterEach(cleanup);

describe('documents compression', () => {
  it('shows that it is not configured', async () => {
    open({});
    expect(await within(await compression()).findByText('Not configured')).toBeTruthy();
  });

  it('lists the changes, then saves them', async () => {
    const { requests, dirty } = open({
      [COMPRESSION]: { Collections: ['Logs'], CompressAllCollections: false, CompressRevisions: false },
    });
    const section = within(await compression());
    fireEvent.click(await section.findByRole('checkbox', { name: /Orders/ }));
    fireEvent.click(await section.findByRole('checkbox', { name: /Logs/ }));
    expect(section.getByText('Documents in Orders will be compressed.')).toBeTruthy();
    expect(section.getByText('Documents in Logs will no longer be compressed.')).toBeTruthy();
    expect(dirty.at(-1)).toBe(true);
    fireEvent.click(section.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      Collections: ['Orders'],
      CompressAllCollections: false,
      CompressRevisions: false,
    });
    await waitFor(() => expect(dirty.at(-1)).toBe(false));
  });

  it('cannot be saved without a collection', async () => {
    open({});
    const section = within(await compression());
    fireEvent.click(await section.findByRole('radio', { name: /Selected/ }));
    expect(section.getByText(/Select at least one collection/)).toBeTruthy();
    expect(section.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  });

  it('explains a licence refusal and keeps the selection', async () => {
    open({}, { licensed: false });
    const section = within(await compression());
    fireEvent.click(await section.findByRole('radio', { name: /All collections/ }));
    fireEvent.click(section.getByRole('button', { name: 'Save' }));
    expect(await section.findByText(/does not allow documents compression/)).toBeTruthy();
    expect(section.getByText(/The server license does not include this feature/)).toBeTruthy();
    expect(section.getByRole('radio', { name: /All collections/ })).toHaveProperty('checked', true);
    expect(section.getByText('Unsaved')).toBeTruthy();
  });

  it('is clean when all values are restored', async () => {
    const { dirty } = open({});
    const section = within(await compression());
    const revisions = await section.findByRole('checkbox', { name: /revisions/ });
    fireEvent.click(revisions);
    expect(dirty.at(-1)).toBe(true);
    fireEvent.click(revisions);
    expect(dirty.at(-1)).toBe(false);
  });
});

describe('compression results', () => {
  const size = (SizeInBytes: number) => ({ SizeInBytes });
  const detailed = (compression?: object) => ({
    Collections: {
      Orders: { CountOfDocuments: 3100, ...(compression ? { Compression: compression } : {}) },
    },
  });

  it('are listed by collection where the server reports them', async () => {
    open({
      '/collections/stats/detailed': detailed({
        Enabled: true,
        CountOfCompressedDocuments: 3000,
        SizeBeforeCompression: size(1024 * 1024),
        SizeAfterCompression: size(256 * 1024),
        RecentRatio: null,
        Dictionary: null,
      }),
      '/debug/storage/compression-dictionaries': { TrainingFailure: null },
    });
    const effect = within(await screen.findByRole('region', { name: 'Compression results' }));
    const row = effect.getByRole('row', { name: /Orders/ });
    expect(row.textContent).toContain('3,000 of 3,100');
    expect(row.textContent).toContain('1 MB');
    expect(row.textContent).toContain('256 KB');
    expect(row.textContent).toContain('25 %');
    expect(row.textContent).toContain('none yet');
    expect(row.textContent).toContain('100 documents uncompressed until rewritten');
  });

  it('are hidden where the server does not report them', async () => {
    open({ '/collections/stats/detailed': detailed() });
    expect(await within(await compression()).findByText('Not configured')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Compression results' })).toBeNull();
  });
});

describe('data archival', () => {
  it('reads a frequency in its largest unit and writes seconds', async () => {
    const { requests } = open({
      '/data-archival/config': { Disabled: false, ArchiveFrequencyInSec: 7200, MaxItemsToProcess: null },
    });
    const section = within(await archival());
    expect(await section.findByText('on, every 2 hours')).toBeTruthy();
    fireEvent.change(section.getByLabelText('Check every'), { target: { value: '3' } });
    expect(section.getByText('The server will check every 3 hours.')).toBeTruthy();
    fireEvent.click(section.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      Disabled: false,
      ArchiveFrequencyInSec: 10800,
      MaxItemsToProcess: null,
    });
  });

  it('restores unsaved edits after a restart', async () => {
    open({}, { tabState: { archival: { enabled: true, frequencySeconds: 90, maxItems: null } } });
    const section = within(await archival());
    expect(await section.findByText(/The server will check every 90 seconds/)).toBeTruthy();
    expect(section.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false);
  });

  it('rejects an invalid frequency and keeps it in the field', async () => {
    open({ '/data-archival/config': { Disabled: false, ArchiveFrequencyInSec: 60 } });
    const section = within(await archival());
    const field = await section.findByLabelText<HTMLInputElement>('Check every');
    fireEvent.change(field, { target: { value: 'often' } });
    expect(field.value).toBe('often');
    expect(section.getByRole('alert').textContent).toContain('not a number');
  });
});

describe('expiration and refresh', () => {
  it('say what changes and what it costs, and write each to its own route', async () => {
    const { requests } = open({ '/refresh/config': { Disabled: false, RefreshFrequencyInSec: 129_600 } });
    const expires = within(await expiration());
    fireEvent.click(await expires.findByRole('checkbox', { name: 'Delete documents past their date' }));
    expect(expires.getByText(/^Documents past their expiry date are deleted at the first run/)).toBeTruthy();
    fireEvent.change(expires.getByLabelText('Maximum documents per run'), { target: { value: '500' } });
    fireEvent.click(expires.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    const refreshes = within(await refresh());
    expect(await refreshes.findByText('on, every 36 hours')).toBeTruthy();
    fireEvent.change(refreshes.getByLabelText('Check every'), { target: { value: '48' } });
    fireEvent.click(refreshes.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(requests).toHaveLength(2));
    expect(requests.map(({ path }) => path)).toEqual([
      expect.stringMatching(/^\/databases\/Shop\/admin\/expiration\/config\?/),
      expect.stringMatching(/^\/databases\/Shop\/admin\/refresh\/config\?/),
    ]);
    expect(requests.map(({ body }) => JSON.parse(body ?? '') as unknown)).toEqual([
      { Disabled: false, DeleteFrequencyInSec: null, MaxItemsToProcess: 500 },
      { Disabled: false, RefreshFrequencyInSec: 172_800, MaxItemsToProcess: null },
    ]);
  });

  it('show a refused frequency with the message of the server, keep it, and say what to change', async () => {
    const message = "Your license doesn't allow modifying the expiration frequency below 36 hours.";
    open({}, { licensed: false, refusal: message });
    const section = within(await expiration());
    fireEvent.click(await section.findByRole('checkbox', { name: 'Delete documents past their date' }));
    fireEvent.click(section.getByRole('button', { name: 'Save' }));
    expect(await section.findByText(message)).toBeTruthy();
    expect(section.getByText(/Choose a longer interval under “Check every”/)).toBeTruthy();
    expect(section.getByText('Unsaved')).toBeTruthy();
  });

  it('count due documents on request only', async () => {
    open({});
    const section = within(await expiration());
    fireEvent.click(await section.findByRole('button', { name: 'Count due documents' }));
    expect(
      await section.findByText(
        '2 documents are past their expiry date (40 documents read). The first run deletes them.',
      ),
    ).toBeTruthy();
  });

  it('mark the section that another screen opens', async () => {
    open({}, { section: 'refresh' });
    expect((await refresh()).dataset.wanted).toBe('true');
    expect((await expiration()).dataset.wanted).toBeUndefined();
  });
});

describe('revisions', () => {
  const stored = {
    '/revisions/config': {
      Default: null,
      Collections: { Orders: { Disabled: false, MinimumRevisionsToKeep: 10, Later: 1 }, Logs: {} },
    },
  };

  it('changes and removes rules, adds a default, and writes the complete configuration', async () => {
    const { requests } = open({ ...stored });
    const section = within(await revisions());
    expect(await section.findByText('Keeps 10 per document')).toBeTruthy();
    fireEvent.click(section.getByRole('button', { name: 'Edit Orders' }));
    const orders = within(section.getByRole('group', { name: 'Orders' }));
    fireEvent.change(orders.getByLabelText('Revisions to keep per document'), { target: { value: '5' } });
    fireEvent.change(orders.getByLabelText('Minimum age to keep'), { target: { value: '30' } });
    fireEvent.click(orders.getByRole('checkbox', { name: /^Delete revisions with/ }));
    fireEvent.click(section.getByRole('button', { name: 'Remove Logs' }));
    fireEvent.click(section.getByRole('button', { name: /^Add default/ }));
    const other = within(section.getByRole('group', { name: 'Default for other collections' }));
    fireEvent.click(other.getByRole('checkbox', { name: /^Create revisions/ }));
    expect(section.getByText('Logs: the default applies.')).toBeTruthy();
    fireEvent.click(section.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(requests[0]?.path).toBe('/databases/Shop/admin/revisions/config');
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      Default: { Disabled: true },
      Collections: {
        Orders: {
          Disabled: false,
          MinimumRevisionsToKeep: 5,
          MinimumRevisionAgeToKeep: '30.00:00:00',
          PurgeOnDelete: true,
          Later: 1,
        },
      },
    });
  });

  it('adds a collection by name, once', async () => {
    const { dirty } = open({ ...stored });
    const section = within(await revisions());
    const name = await section.findByLabelText('Add collection by name');
    fireEvent.change(name, { target: { value: 'orders' } });
    expect(section.getByText('orders already has a rule.')).toBeTruthy();
    fireEvent.change(name, { target: { value: 'Products' } });
    fireEvent.keyDown(name, { key: 'Enter' });
    expect(section.getByRole('group', { name: 'Products' })).toBeTruthy();
    expect(dirty.at(-1)).toBe(true);
    fireEvent.click(section.getByRole('button', { name: 'Remove Products' }));
    expect(dirty.at(-1)).toBe(false);
  });
});
