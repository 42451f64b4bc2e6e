/**
 * A small JSON file with a schema number: read once, replaced atomically. An invalid file is renamed, never
 * overwritten.
 */
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PortError } from '../../../src/contract/index.ts';
import { isErrno } from '../errno.ts';
import { replaceFile } from './replace-file.ts';

export interface Notice {
  code: string;
  message: string;
  detail?: string;
}

export interface JsonFileOptions<S extends z.ZodType> {
  readonly folder: string;
  /** Without the extension: `connections`. */
  readonly name: string;
  /** The subject of messages: `the connection list`. */
  readonly what: string;
  readonly schema: S;
  readonly empty: z.output<S>;
  readonly now?: () => Date;
}

/** The schema number of this version. A higher one is from a newer Rookery. */
const SCHEMA = 1;
const envelope = z.looseObject({ schema: z.number().int() });

export class JsonFile<S extends z.ZodType> {
  private readonly options: JsonFileOptions<S>;
  private readonly path: string;
  private current: z.output<S>;
  /** Set when the file exists but cannot be read: writing would lose it. */
  private unreadable: string | undefined;
  private writing: Promise<void> = Promise.resolve();
  private pending: { text: string; done: Promise<void> } | undefined;

  private constructor(options: JsonFileOptions<S>) {
    this.options = options;
    this.path = join(options.folder, `${options.name}.json`);
    this.current = options.empty;
  }

  static async open<S extends z.ZodType>(
    options: JsonFileOptions<S>,
  ): Promise<{ file: JsonFile<S>; notices: Notice[] }> {
    const file = new JsonFile(options);
    const notice = await file.load();
    return { file, notices: notice ? [notice] : [] };
  }

  get value(): z.output<S> {
    return this.current;
  }

  /** Resolves when the value is on disk. Of several saves in a row only the last is written. */
  async save(value: z.output<S>): Promise<void> {
    if (this.unreadable !== undefined)
      throw new PortError({
        code: 'storage',
        message: `Nothing was saved: ${this.unreadable} Make it readable and start Rookery again.`,
      });
    const text = JSON.stringify({ schema: SCHEMA, value }, undefined, 2) + '\n';
    const before = this.current;
    // Immediately, so that a change during this write builds on it.
    this.current = value;
    if (this.pending) {
      this.pending.text = text;
    } else {
      const entry = { text, done: Promise.resolve() };
      this.pending = entry;
      entry.done = this.writing.then(() => {
        this.pending = undefined;
        return this.replace(entry.text);
      });
      this.writing = entry.done.catch(() => undefined);
    }
    try {
      await this.pending.done;
    } catch (thrown) {
      if (this.current === value) this.current = before;
      throw thrown;
    }
  }

  private async load(): Promise<Notice | undefined> {
    let text: string;
    try {
      text = await readFile(this.path, 'utf8');
    } catch (cause) {
      if (isErrno(cause) && cause.code === 'ENOENT') return undefined;
      this.unreadable = `${this.path} could not be read.`;
      return {
        code: 'settings-unreadable',
        message: `${capital(this.options.what)} could not be read, so Rookery starts without it and will not change it: ${this.path}`,
        detail: String(cause),
      };
    }
    const read = this.understand(text);
    if ('value' in read) {
      this.current = read.value;
      return undefined;
    }
    return this.setAside(read);
  }

  private understand(text: string): { value: z.output<S> } | { kind: 'corrupt' | 'newer'; detail: string } {
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch (cause) {
      return { kind: 'corrupt', detail: String(cause) };
    }
    const outer = envelope.safeParse(json);
    if (!outer.success) return { kind: 'corrupt', detail: z.prettifyError(outer.error) };
    if (outer.data.schema !== SCHEMA)
      return {
        kind: outer.data.schema > SCHEMA ? 'newer' : 'corrupt',
        detail: `The file has schema ${outer.data.schema}; this version reads ${SCHEMA}.`,
      };
    const value = this.options.schema.safeParse(outer.data.value);
    return value.success ? { value: value.data } : { kind: 'corrupt', detail: z.prettifyError(value.error) };
  }

  private async setAside({ kind, detail }: { kind: 'corrupt' | 'newer'; detail: string }): Promise<Notice> {
    const { folder, name, what, now = () => new Date() } = this.options;
    const time = now()
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, '');
    const aside = join(folder, `${name}.${kind}-${time}.json`);
    try {
      await rename(this.path, aside);
    } catch (cause) {
      this.unreadable = `${this.path} is ${kind} and could not be set aside (${String(cause)}).`;
      return {
        code: `settings-${kind}`,
        message: `${capital(what)} is ${kind} and could not be set aside; Rookery starts without it and will not change it.`,
        detail,
      };
    }
    const why =
      kind === 'newer' ? 'was written by a newer version of Rookery' : 'was damaged and could not be read';
    return {
      code: `settings-${kind}`,
      message: `${capital(what)} ${why}. It was kept as ${aside}, and Rookery starts with an empty one.`,
      detail,
    };
  }

  private async replace(text: string): Promise<void> {
    try {
      await replaceFile(this.path, text);
    } catch (cause) {
      throw new PortError({
        code: 'storage',
        message: `${capital(this.options.what)} could not be saved to ${this.path}. Check free disk space and folder permissions. The previous file is unchanged.`,
        detail: String(cause),
        retryable: true,
      });
    }
  }
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
