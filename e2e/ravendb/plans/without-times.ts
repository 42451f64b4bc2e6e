/** Replaces measured times of timings and plans, which differ in every run. Pure. */

const ROUND_MS = 1;
const OWN_MS = 0.5;

/** A span has 1 ms, an operator 0.5 ms of its own and the sum of itself and its inputs in total. */
export function withoutTimes(timings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { QueryPlan, ...rest } = timings;
  return { ...span(rest), ...(QueryPlan === undefined ? {} : { QueryPlan: operator(QueryPlan).node }) };
}

function span(timings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { Timings } = timings;
  return {
    ...timings,
    DurationInMs: ROUND_MS,
    ...(isObject(Timings)
      ? {
          Timings: Object.fromEntries(
            Object.entries(Timings).map(([name, child]) => [name, isObject(child) ? span(child) : child]),
          ),
        }
      : {}),
  };
}

function operator(node: unknown): { node: unknown; totalMs: number } {
  if (!isObject(node)) return { node, totalMs: 0 };
  const children = (Array.isArray(node.Children) ? node.Children : []).map(operator);
  const totalMs = OWN_MS + children.reduce((sum, child) => sum + child.totalMs, 0);
  return {
    node: {
      ...node,
      ...(node.Children === undefined || node.Children === null
        ? {}
        : { Children: children.map((child) => child.node) }),
      ...('OwnMs' in node ? { OwnMs: OWN_MS } : {}),
      ...('TotalMs' in node ? { TotalMs: totalMs } : {}),
    },
    totalMs,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
