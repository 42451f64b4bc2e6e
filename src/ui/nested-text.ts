import { pluralize } from './format.ts';

/** A list of which a grid shows only the size. */
export function nestedListText(items: number): string {
  return items === 0 ? '[ ]' : `[ … ] ${pluralize(items, 'item')}`;
}

/** An object of which a grid shows only the size. */
export function nestedObjectText(members: number): string {
  return members === 0 ? '{ }' : `{ … } ${pluralize(members, 'property', 'properties')}`;
}
