/**
 * The two trees of `include timings()`: time spans and operators. Names and parameters are free text of the server;
 * unknown ones are kept.
 */
import { z } from 'zod';

/** A named time span. The server rounds to milliseconds, so the children can seem to sum to more. */
export interface TimingSpan {
  readonly name: string;
  readonly durationMs: number;
  readonly children: readonly TimingSpan[];
}

export interface PlanNode {
  readonly operation: string;
  /** In server order. RavenDB sends every value as text (`True`, `10`); other types are converted to text. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly children: readonly PlanNode[];
  /** The next five are Rookery extensions; null when the server does not send them. */
  readonly entriesIn: number | null;
  readonly entriesOut: number | null;
  readonly estimate: number | null;
  readonly ownMs: number | null;
  readonly totalMs: number | null;
}

const count = z.number().nullish().catch(null);

const wireNode = z.looseObject({
  Operation: z.string().catch('(unnamed operator)'),
  Parameters: z.record(z.string(), z.unknown()).nullish().catch(null),
  get Children() {
    return z.array(wireNode).nullish();
  },
  EntriesIn: count,
  EntriesOut: count,
  Estimate: count,
  OwnMs: count,
  TotalMs: count,
});
type WireNode = z.output<typeof wireNode>;

const wireSpan = z.looseObject({
  DurationInMs: z.number().catch(0),
  get Timings() {
    return z.record(z.string(), wireSpan).nullish();
  },
});
type WireSpan = z.output<typeof wireSpan>;

/** The `Timings` member of a query response: the span tree, with the plan at its root if there is one. */
export const timingsMember = wireSpan.extend({ QueryPlan: wireNode.nullish() });

export function readTimings(member: z.output<typeof timingsMember>): {
  timings: TimingSpan;
  plan: PlanNode | null;
} {
  return { timings: readSpan('Total', member), plan: member.QueryPlan ? readNode(member.QueryPlan) : null };
}

function readSpan(name: string, span: WireSpan): TimingSpan {
  return {
    name,
    durationMs: span.DurationInMs,
    children: Object.entries(span.Timings ?? {}).map(([childName, child]) => readSpan(childName, child)),
  };
}

function readNode(node: WireNode): PlanNode {
  return {
    operation: node.Operation,
    parameters: Object.fromEntries(
      Object.entries(node.Parameters ?? {}).map(([name, value]) => [name, asText(value)]),
    ),
    children: (node.Children ?? []).map(readNode),
    entriesIn: node.EntriesIn ?? null,
    entriesOut: node.EntriesOut ?? null,
    estimate: node.Estimate ?? null,
    ownMs: node.OwnMs ?? null,
    totalMs: node.TotalMs ?? null,
  };
}

/** `HighValue: null` means an open bound: it is kept as an empty text, which is not a valid bound. */
function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
