import {
  flameExtent,
  type EventStore,
  type TimelineGroup,
  type ViewWindow,
} from '../../charts/timeline/data.ts';

/** First start to last end of all visible events; `from` > `to` without events. */
export function fullExtent(store: EventStore, groups: readonly TimelineGroup[]): ViewWindow {
  const shifts = new Map(groups.map(({ id, shift }) => [id, shift]));
  let { from, to } = store.extent((group) => shifts.get(group) ?? 0);
  for (const { flame } of groups) {
    if (!flame) continue;
    const extent = flameExtent(flame);
    from = Math.min(from, extent.from);
    to = Math.max(to, extent.to);
  }
  return { from, to };
}
