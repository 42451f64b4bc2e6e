/**
 * The shape of a JSON value: members and types, without values. Texts are told apart where clients parse them: dates
 * and time spans.
 */

export type Shape =
  | { readonly kind: 'null' | 'boolean' | 'number' | 'text' | 'date' | 'local date' | 'time span' }
  | { readonly kind: 'list'; readonly items: readonly Item[] }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, Shape> };

/** An item of a list with its name, which no other has: in which order they come is a value. */
interface Item {
  readonly name: string;
  readonly shape: Shape;
}

export function shapeOf(value: unknown): Shape {
  if (value === null || value === undefined) return { kind: 'null' };
  if (typeof value === 'boolean') return { kind: 'boolean' };
  if (typeof value === 'number') return { kind: 'number' };
  if (typeof value === 'string') return { kind: kindOfText(value) };
  if (Array.isArray(value)) return { kind: 'list', items: itemsOf(value) };
  return {
    kind: 'object',
    members: new Map(Object.entries(value).map(([name, member]) => [name, shapeOf(member)])),
  };
}

/** Items of one name are numbered, and so are those without a name. */
function itemsOf(list: readonly unknown[]): Item[] {
  const counts = new Map<string, number>();
  return list.map((item) => {
    const name = nameOf(item);
    const number = counts.get(name) ?? 0;
    counts.set(name, number + 1);
    return { name: `${name} ${String(number)}`, shape: shapeOf(item) };
  });
}

function nameOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return '';
  const { Name, Id, Type } = item as Record<string, unknown>;
  const name = [Name, Id, Type].find((each) => typeof each === 'string' || typeof each === 'number');
  return name === undefined ? '' : String(name);
}

function kindOfText(text: string): 'text' | 'date' | 'local date' | 'time span' {
  const date = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}(Z?)$/.exec(text);
  if (date !== null) return date[1] === 'Z' ? 'date' : 'local date';
  return /^(?:\d+\.)?\d\d:\d\d:\d\d(?:\.\d{7})?$/.test(text) ? 'time span' : 'text';
}

export interface Difference {
  /** `Results[].@metadata.@id`. */
  readonly path: string;
  readonly what: string;
}

/**
 * Where `ours` differs from `real`. An item of a list is compared with that of its name, else with the one at its
 * place. Items without a counterpart are not compared: how many there are is a value.
 */
export function differences(ours: Shape, real: Shape, path = ''): Difference[] {
  if (ours.kind === 'list' && real.kind === 'list') {
    const own = new Map(ours.items.map(({ name, shape }) => [name, shape]));
    return real.items.flatMap(({ name, shape }) => {
      const same = own.get(name);
      return same === undefined ? [] : differences(same, shape, `${path}[]`);
    });
  }
  if (ours.kind === 'object' && real.kind === 'object') {
    const below = (name: string): string => (path === '' ? name : `${path}.${name}`);
    const missing = [...real.members].flatMap(([name, shape]) => {
      const own = ours.members.get(name);
      return own === undefined
        ? [{ path: below(name), what: `missing, ${shape.kind} on the server` }]
        : differences(own, shape, below(name));
    });
    const unknown = [...ours.members]
      .filter(([name]) => !real.members.has(name))
      .map(([name, shape]) => ({ path: below(name), what: `${shape.kind}, absent on the server` }));
    return [...missing, ...unknown];
  }
  return ours.kind === real.kind ? [] : [{ path, what: `${ours.kind}, ${real.kind} on the server` }];
}
