/** Checks the fields of a query against sampled documents before it runs. */
import { useRef, useState } from 'react';
import type { FieldWarning } from './field-warning.tsx';
import { queriedCollection } from '../../../ui/rql/index.ts';
import { hasConditionFields, unknownFields } from './field-check.ts';
import { fieldPaths, MAX_FIELDS } from '../../../protocol/sample-fields.ts';
import type { SampledNames } from './use-completion-names.ts';

/** A slow server does not hold up the query: it runs unchecked. */
const CHECK_TIMEOUT_MS = 1500;

export interface FieldCheck {
  readonly warning: FieldWarning | null;
  /** Resolves true when the query may run; otherwise the warning is shown. */
  readonly allows: (query: string) => Promise<boolean>;
  /** The warned fields are accepted from now on. */
  readonly accept: () => void;
  readonly dismiss: () => void;
}

export function useFieldCheck(names: SampledNames): FieldCheck {
  const [warning, setWarning] = useState<FieldWarning | null>(null);
  const accepted = useRef(new Set<string>());

  return {
    warning,
    allows: async (query) => {
      setWarning(null);
      const collection = queriedCollection(query);
      if (collection === null || !hasConditionFields(query)) return true;
      const sample = await Promise.race([
        // The run itself reports what is wrong with the server or the collection.
        names.sample(collection).catch(() => null),
        new Promise<null>((resolve) => setTimeout(() => resolve(null), CHECK_TIMEOUT_MS)),
      ]);
      if (sample === null) return true;
      const known = fieldPaths(sample.documents);
      if (known.length >= MAX_FIELDS) return true;
      const fields = unknownFields(query, known).filter(
        (field) => !accepted.current.has(`${collection}/${field.path}`),
      );
      if (fields.length === 0) return true;
      setWarning({ query, collection, fields, sampled: sample.documents.length, complete: sample.complete });
      return false;
    },
    accept: () => {
      for (const field of warning?.fields ?? [])
        accepted.current.add(`${warning?.collection ?? ''}/${field.path}`);
      setWarning(null);
    },
    dismiss: () => setWarning(null),
  };
}
