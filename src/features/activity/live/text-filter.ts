/** Whether one of the texts contains the filter, without regard to case. An empty filter matches everything. */
export function textFilter(filter: string): (texts: readonly (string | null)[]) => boolean {
  const wanted = filter.trim().toLowerCase();
  return (texts) => wanted === '' || texts.some((text) => text?.toLowerCase().includes(wanted));
}
