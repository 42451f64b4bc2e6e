/** A document screen against a fake server with the responses of RavenDB 7.1.5. A text area replaces Monaco. */
import { cleanup, configure, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { Toast } from '../../../app/registry/index.ts';
import { renderInSession } from '../../../app/registry/session-for-tests.tsx';
import type { HttpRequest } from '../../../contract/index.ts';
import { scriptedPort } from '../../../protocol/ports-for-tests.ts';
import type { CodeEditorProps, DiffViewProps } from '../../../ui/editor/index.ts';
import DocumentScreen from './document-screen.tsx';

vi.mock('../../../ui/editor/index.ts', () => ({
  HUGE_CHARACTERS: 5_000_000,
  CodeEditor: ({ value, onChange, label, onSave }: CodeEditorProps) => (
    <textarea
      aria-label={label}
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
      onKeyDown={(event) => {
        if (event.ctrlKey && event.key === 's') onSave?.(event.currentTarget.value);
      }}
    />
  ),
  DiffView: ({ original, modified }: DiffViewProps) => (
    <div data-testid="diff">
      {original}
      {modified}
    </div>
  ),
}));

interface FakeDocument {
  readonly text: string;
  readonly version: number;
  readonly archived?: boolean;
}

/** An in-memory database: change vectors count up, If-Match is checked. */
class FakeServer {
  readonly documents = new Map<string, FakeDocument>();
  readonly requests: HttpRequest[] = [];
  etag = 0;

  put(id: string, text: string, archived = this.documents.get(id)?.archived ?? false): void {
    this.documents.set(id, { text, version: ++this.etag, archived });
  }

  answer(request: HttpRequest): { status?: number; body?: string; headers?: Record<string, string> } {
    this.requests.push(request);
    const url = new URL(`http://x${request.path}`);
    const id = url.searchParams.get('id') ?? '';
    if (url.pathname.endsWith('/timeseries/stats'))
      return { body: JSON.stringify({ DocumentId: url.searchParams.get('docId'), TimeSeries: [] }) };
    if (url.pathname.endsWith('/collections/docs')) return { body: this.newest() };
    if (!url.pathname.endsWith('/docs')) return { status: 404 };
    const found = this.documents.get(id);
    if (request.method === 'GET' || request.method === 'HEAD') {
      if (!found) return { status: 404 };
      return {
        headers: { etag: `"A:${found.version}-x"` },
        body: `{"Results":[${this.withMetadata(id, found)}]}`,
      };
    }
    if (request.method === 'PATCH') {
      if (!found) return { status: 404 };
      expect(JSON.parse(request.body ?? '')).toEqual({ Patch: { Script: 'archived.unarchive(this)' } });
      this.put(id, found.text, false);
      // As RavenDB 6.2 answers.
      return { body: '{"Status":"NotModified"}' };
    }
    const expected = request.headers?.['if-match']?.replaceAll('"', '');
    const actual = found ? `A:${found.version}-x` : '';
    if (expected !== undefined && expected !== actual)
      return {
        status: 409,
        body: JSON.stringify({
          Type: 'Raven.Client.Exceptions.ConcurrencyException',
          Message: `Document ${id} has change vector ${actual}`,
          ActualChangeVector: actual,
        }),
      };
    if (request.method === 'DELETE') {
      this.documents.delete(id);
      return { status: 204 };
    }
    const document = JSON.parse(request.body ?? '') as Record<string, unknown>;
    delete document['@metadata'];
    this.put(id, JSON.stringify(document));
    return { status: 201, body: `{"Id":"${id}","ChangeVector":"A:${this.etag}-x"}` };
  }

  private withMetadata(id: string, { text, version, archived }: FakeDocument): string {
    const mark = archived ? '"@archived":true,"@flags":"Archived",' : '';
    const modified = `"@last-modified":"2026-11-28T10:00:00.${String(version).padStart(3, '0')}Z"`;
    const metadata = `"@metadata":{${mark}"@id":"${id}","@collection":"Orders","@change-vector":"A:${version}-x",${modified}}`;
    return text === '{}' ? `{${metadata}}` : `${text.slice(0, -1)},${metadata}}`;
  }

  private newest(): string {
    const documents = [...this.documents].sort(([, a], [, b]) => b.version - a.version);
    return `{"Results":[${documents.map(([id, each]) => this.withMetadata(id, each)).join(',')}]}`;
  }

  stored(id: string): unknown {
    const found = this.documents.get(id);
    return found && JSON.parse(found.text);
  }
}

export let server: FakeServer;
export let tabState: Map<string, unknown>;
export let toasts: Toast[];
export let closed: string[];
export let opened: unknown[];
export let errors: unknown[];

/** Opens the screen of a document, in a tab with the saved state. */
export function open(params: Record<string, string>) {
  return renderInSession(
    {
      port: scriptedPort({ http: (request) => server.answer(request) }),
      connectionId: 'sandbox',
      openScreen: (id, options) => opened.push([id, options?.params]),
      closeTab: (id) => closed.push(id),
      notify: (toast) => toasts.push(toast),
      reportError: (thrown) => errors.push(thrown),
      readTabState: (id) => tabState.get(id),
      // The comparison before saving has its own tests.
      readDatabaseState: () => ({ saveWithoutComparison: true }),
      writeTabState: (id, state) => tabState.set(id, JSON.parse(JSON.stringify(state ?? null))),
    },
    <DocumentScreen tabId="t1" connectionId="sandbox" database="Shop" params={params} />,
  );
}

export const editor = (id = 'orders/1') => screen.findByLabelText<HTMLTextAreaElement>(`Document ${id}`);

export async function type(text: string) {
  fireEvent.change(await editor(), { target: { value: text } });
}
/** The field of the archive date; the other dates have the same label. */
export const archiveField = async () =>
  within(await screen.findByRole('group', { name: /^Archive at/ })).getByLabelText<HTMLInputElement>(
    'Local time',
  );
export async function press(name: RegExp | string) {
  fireEvent.click(await screen.findByRole('button', { name }));
}

beforeEach(() => {
  server = new FakeServer();
  server.put('orders/1', '{"Freight":1}');
  tabState = new Map();
  toasts = [];
  closed = [];
  opened = [];
  errors = [];
});
// A search by role takes long in jsdom, and longer while other tests run.
configure({ asyncUtilTimeout: 10_000 });
afterEach(() => {
  cleanup();
  expect(errors).toEqual([]);
});
