/** Where an export is written: the two ways of the two surfaces, behind one sink. */
import type { ExportFormat } from '../../../src/contract/index.ts';

/** The endings of the files that the host writes. */
export type FileFormat = ExportFormat | 'ravendbdump' | 'zip' | 'rookery' | 'speedscope.json';

/** One file under way. Its methods are called one after another. */
export interface ExportSink {
  /** Resolves when more can be written. `rows` is the number of complete rows in `content`; zero for all of a dump. */
  write(content: string | Buffer, rows: number): Promise<void>;
  /** Rows and bytes that were passed on. */
  readonly rows: number;
  readonly bytes: number;
  /** Aborted when nobody takes the data any more (the user cancelled the download in the browser). */
  readonly readerLeft: AbortSignal;
  /** The complete path of the finished file; null when the browser has it. */
  finish(): Promise<string | null>;
  /** Deletes the partial file. Returns a sentence about what is left. */
  discard(): Promise<string>;
  /** Ends after a failure: keeps what was written, marked as incomplete. Returns a sentence about it. */
  endIncomplete(): Promise<string>;
}

export interface FileToExport {
  /** With its ending, without folders. */
  readonly name: string;
  readonly format: FileFormat;
}

export type ExportWay =
  | {
      readonly kind: 'file';
      /** Shows the system's save dialog; null when the user closed it. */
      readonly choose: (file: FileToExport) => Promise<string | null>;
    }
  | {
      readonly kind: 'download';
      /** A path of the page's origin that works once, and the sink as soon as the browser has opened it. */
      readonly offer: (
        file: FileToExport,
        signal: AbortSignal,
      ) => { readonly path: string; readonly opened: Promise<ExportSink> };
    };
