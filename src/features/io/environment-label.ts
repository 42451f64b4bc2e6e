/** The order of environments that RavenDB users expect. */
const order = ['Documents', 'Index', 'Configuration', 'System'];

export const environmentRank = (type: string): number => {
  const place = order.indexOf(type);
  return place === -1 ? order.length : place;
};

/** The checksum after the name in folders of the sandbox. */
const checksum = /-[0-9a-f]{16}$/;

/** An index is named by its folder; the others are unique. Both separators occur: servers also run on Windows. */
export function environmentLabel(type: string, path: string): string {
  if (type !== 'Index') return type;
  const name = path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
  return `Index ${name.replace(checksum, '')}`;
}
