/** Whether a field shows an error for the text in it: nothing is saved or started from its last valid value meanwhile. */
import { createContext, use, useCallback, useEffect, useId, useState, type ReactNode } from 'react';

type Report = (field: string, isInvalid: boolean) => void;

const ReportContext = createContext<Report>(() => undefined);

export interface InvalidFields {
  /** Why nothing can be saved; undefined: every text is valid. */
  readonly invalidReason: string | undefined;
  readonly report: Report;
}

/** The fields inside of a `FieldScope` with this `report`. */
export function useInvalidFields(): InvalidFields {
  const [fields, setFields] = useState<ReadonlySet<string>>(new Set());
  const report = useCallback<Report>((field, isInvalid) => {
    setFields((before) => {
      if (before.has(field) === isInvalid) return before;
      const after = new Set(before);
      if (isInvalid) after.add(field);
      else after.delete(field);
      return after;
    });
  }, []);
  return { invalidReason: fields.size > 0 ? 'Correct the marked number first.' : undefined, report };
}

/** Its fields are reported here, not to a scope around it. */
export function FieldScope(props: { readonly report: Report; readonly children: ReactNode }): ReactNode {
  return <ReportContext value={props.report}>{props.children}</ReportContext>;
}

/** Reports a field while its text is invalid. */
export function useReportInvalid(isInvalid: boolean): void {
  const field = useId();
  const report = use(ReportContext);
  useEffect(() => {
    if (!isInvalid) return undefined;
    report(field, true);
    return () => report(field, false);
  }, [field, isInvalid, report]);
}
