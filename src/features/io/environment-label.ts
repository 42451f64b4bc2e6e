/** The order in which RavenDB users expect environments. */
const order = ['Documents', 'Index', 'Configuration', 'System'];

export const environmentRank = (type: string): number => {
  const place = order.indexOf(type);
  return place === -1 ? order.length : place;
};

/** An index is told by its folder; the others are one of a kind. Both separators occur: servers run on Windows too. */
export function environmentLabel(type: string, path: string): string {
  if (type !== 'Index') return type;
  const name = path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
  return `Index ${name}`;
}
