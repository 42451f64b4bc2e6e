/** Runs `work` for each item, `lanes` at a time, and returns the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const lane = async (): Promise<void> => {
    for (const [position, item] of waiting) results[position] = await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
