/** Trees and tables of a data file, as storage reports list them. */
import { z } from 'zod';

export const bytes = z.number().nullish().catch(null);

export const structure = z.looseObject({
  Name: z.string().catch('unnamed'),
  Type: z.string().nullish().catch(null),
  AllocatedSpaceInBytes: bytes,
  NumberOfEntries: bytes,
  PreAllocatedBuffers: z.looseObject({ AllocatedSpaceInBytes: bytes }).nullish().catch(null),
});

/** A tree or table of the data file, as the server names it. */
export interface StoragePart {
  readonly name: string;
  /** `VariableSizeTree`, `Lookup`, `Set`, `Table` and others. */
  readonly type: string;
  readonly bytes: number;
  /** Of these, allocated ahead of use. */
  readonly reserved: number;
  readonly entries: number | null;
}

export function readPart(read: z.output<typeof structure>, type: string): StoragePart {
  return {
    name: read.Name,
    type: read.Type ?? type,
    bytes: read.AllocatedSpaceInBytes ?? 0,
    reserved: read.PreAllocatedBuffers?.AllocatedSpaceInBytes ?? 0,
    entries: read.NumberOfEntries ?? null,
  };
}
