/** Calls that move data between servers and files, or between servers. */
import './no-eval.ts';
import { z } from 'zod';
import { copyId, copyOutcome, copyRequest, unfinishedCopy } from './copies.ts';
import { debugPackageRequest, debugPackageResult } from './debug-packages.ts';
import {
  documentsImportRequest,
  dumpExportRequest,
  dumpExportResult,
  dumpImportOutcome,
  dumpImportRequest,
  dumpPiece,
} from './dumps.ts';
import { exportRequest, exportResult } from './exports.ts';
import { nothing } from './nothing.ts';

export const transferCalls = {
  /**
   * Writes a complete result to a file as it arrives: one that the user chooses in the system's dialog, or a download
   * of the browser. Resolves at its end; `exports.progress` reports until then. Cancelling deletes the partial file.
   */
  'exports.run': { request: exportRequest, response: exportResult },
  /**
   * Writes a dump of a database to a file as it arrives, like `exports.run`. Resolves after the server has reported
   * the end of its operation.
   */
  'dumps.export': { request: dumpExportRequest, response: dumpExportResult },
  /**
   * Writes the debug package of a node or a cluster to a file as it arrives, like `exports.run`; `exports.progress` reports
   * bytes. Fails when the server ends the archive early, and keeps the incomplete file.
   */
  'packages.save': { request: debugPackageRequest, response: debugPackageResult },
  /**
   * Sends a dump to a database. After `ready` of `dumps.progress` the page passes the file with `dumps.piece`. Waits
   * for a confirmation on a guarded connection. Cancelling stops the operation of the server.
   */
  'dumps.import': { request: dumpImportRequest, response: dumpImportOutcome },
  /** The next bytes of an import. Resolves when the host has passed them on; `wanted` is false after its end. */
  'dumps.piece': { request: dumpPiece, response: z.object({ wanted: z.boolean() }) },
  /**
   * Resolves when documents of a file may be written: at once with full access, after a confirmation on a guarded
   * connection. The page then writes them with `http.request`.
   */
  'documents.confirmImport': { request: documentsImportRequest, response: nothing },
  /**
   * Copies documents, indexes and settings to another database. Waits for a confirmation when the target is guarded.
   * Resolves with how it ended; what was copied before a failure stays, and the host keeps where it stopped.
   */
  'copies.run': { request: copyRequest, response: copyOutcome },
  /** Continues a copy that was cancelled or failed, also after a restart. */
  'copies.resume': { request: copyId, response: copyOutcome },
  /** Null when the copy is complete, forgotten or running. */
  'copies.unfinished': { request: copyId, response: z.object({ copy: unfinishedCopy.nullable() }) },
  /** Forgets where a copy stopped. What was copied stays. */
  'copies.forget': { request: copyId, response: nothing },
} as const;
