/** The saved state of a tab: the options of both directions. Pure. */
import { z } from 'zod';
import { copyOptions } from './copy/copy-options.ts';
import { dumpItem, type DumpExportOptions } from '../../contract/index.ts';

export const views = ['export', 'import', 'copy'] as const;
export type View = (typeof views)[number];

const options = z.object({
  items: z.array(dumpItem).catch([...dumpItem.options]),
  includeExpired: z.boolean().catch(true),
  includeArtificial: z.boolean().catch(false),
  includeArchived: z.boolean().catch(true),
  transformScript: z.string().catch(''),
});

const exportOptions = options.extend({
  /** Null: all collections. */
  collections: z.array(z.string()).nullable().catch(null),
  compression: z.enum(['Zstd', 'Gzip']).catch('Zstd'),
});
export type ExportOptions = z.infer<typeof exportOptions>;

const importOptions = options.extend({
  removeAnalyzers: z.boolean().catch(false),
  skipRevisionCreation: z.boolean().catch(false),
});
export type ImportOptions = z.infer<typeof importOptions>;

const transferState = z.object({
  view: z.enum(views).catch('export'),
  exported: exportOptions.catch(exportOptions.parse({})),
  imported: importOptions.catch(importOptions.parse({})),
  copied: copyOptions.catch(copyOptions.parse({})),
});
export type TransferState = z.infer<typeof transferState>;

/** Parses saved state, also of older versions; invalid members fall back to defaults one by one. */
export function readTransferState(saved: unknown): TransferState {
  return transferState.parse(typeof saved === 'object' && saved !== null ? saved : {});
}

/** Every kind of items of all collections. */
export function wholeDatabase({ compression }: ExportOptions): ExportOptions {
  return { ...exportOptions.parse({}), compression };
}

/** Why nothing can be exported or imported with these options; undefined when it can. */
export function optionsProblem(state: ExportOptions | ImportOptions): string | undefined {
  if (state.items.length === 0) return 'Select at least one kind of items.';
  return 'collections' in state && state.collections?.length === 0
    ? 'Select at least one collection.'
    : undefined;
}

export function toExportOptions(state: ExportOptions): DumpExportOptions {
  return { ...state, collections: state.collections ?? [] };
}
