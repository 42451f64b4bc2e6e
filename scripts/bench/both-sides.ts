/** Lines with the figures of rookeryd and of RavenDB, and their ratio. */
import { report } from './report.ts';

export interface Figures {
  readonly rookeryd: number;
  /** Undefined without a RavenDB. */
  readonly ravendb: number | undefined;
  /** Unit of both figures. */
  readonly of: string;
}

/** The value is the ratio; without a RavenDB the line has no value. */
export function reportRatio(
  bench: string,
  metric: string,
  { rookeryd, ravendb, of }: Figures,
  extra: Record<string, unknown> = {},
): void {
  const sides = { rookeryd: round(rookeryd), ravendb: ravendb === undefined ? null : round(ravendb), of };
  if (ravendb !== undefined) report(bench, metric, rookeryd / ravendb, { ...sides, ...extra });
  else skipped(bench, metric, 'no RavenDB to compare with', { ...sides, ...extra });
}

/** The value is the figure of rookeryd. */
export function reportFigure(
  bench: string,
  metric: string,
  { rookeryd, ravendb }: Omit<Figures, 'of'>,
  extra: Record<string, unknown> = {},
): void {
  report(bench, metric, rookeryd, {
    ravendb: ravendb === undefined ? null : round(ravendb),
    times_ravendb: ravendb === undefined ? null : round(rookeryd / ravendb),
    ...extra,
  });
}

/** Peak memory of both processes, given in bytes; without a value where the system does not report it. */
export function reportMemory(
  bench: string,
  metric: string,
  { rookeryd, ravendb }: { readonly rookeryd: number | undefined; readonly ravendb: number | undefined },
  extra: Record<string, unknown>,
): void {
  if (rookeryd === undefined)
    skipped(bench, metric, 'the system does not report the memory of a process', extra);
  else
    reportFigure(
      bench,
      metric,
      { rookeryd: megabytes(rookeryd), ravendb: ravendb && megabytes(ravendb) },
      extra,
    );
}

export const skipped = (
  bench: string,
  metric: string,
  reason: string,
  extra: Record<string, unknown> = {},
): void => console.log(JSON.stringify({ bench, metric, skipped: reason, ...extra }));

export const round = (value: number): number => Math.round(value * 1000) / 1000;

export const megabytes = (bytes: number): number => bytes / (1 << 20);
