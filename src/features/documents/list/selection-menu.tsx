/** What can be done with all selected documents, besides patching, deleting and exporting them. */
import { Braces, CalendarClock, Copy, CopyPlus } from 'lucide-react';
import { pluralize, type MenuItem } from '../../../ui/index.ts';
import { MAX_COPIED } from './document-menu.tsx';
import { MAX_QUERY_IDS } from './query-selection.ts';
import { MAX_SELECTED } from './use-document-selection.ts';

export interface SelectionMenuParts {
  /** Null where the query itself is the selection. */
  readonly ids: readonly string[] | null;
  readonly writeRefusal: string | undefined;
  /** Why the documents cannot be patched by their ids. */
  readonly patchRefusal: string | undefined;
  readonly copyIds: (ids: readonly string[]) => void;
  readonly copyJson: (ids: readonly string[]) => void;
  readonly clone: (ids: readonly string[]) => void;
  readonly setDates: () => void;
}

export function selectionMenu(parts: SelectionMenuParts): readonly MenuItem[] {
  const { ids, writeRefusal, patchRefusal } = parts;
  const tooMany = ids === null ? limitHint(MAX_SELECTED) : undefined;
  const item = (
    id: string,
    label: string,
    icon: MenuItem['icon'],
    refusal: string | undefined,
    run: (ids: readonly string[]) => void,
  ): MenuItem => ({
    id,
    label,
    icon,
    disabled: refusal !== undefined,
    ...(refusal === undefined ? {} : { hint: refusal }),
    onSelect: () => run(ids ?? []),
  });
  return [
    item('copy', 'Copy ids', <Copy />, tooMany, parts.copyIds),
    item(
      'copy-json',
      'Copy as JSON',
      <Braces />,
      tooMany ?? ((ids?.length ?? 0) > MAX_COPIED ? limitHint(MAX_COPIED) : undefined),
      parts.copyJson,
    ),
    item('clone', 'Clone…', <CopyPlus />, writeRefusal ?? tooMany, parts.clone),
    item('dates', 'Set dates…', <CalendarClock />, patchRefusal, parts.setDates),
  ];
}

/** The patch screen has a list of ids that can be edited, and changes one document after the other. */
export const tooManyToPatch = (ids: ReadonlySet<string>): string | undefined =>
  ids.size > MAX_QUERY_IDS
    ? `At most ${pluralize(MAX_QUERY_IDS, 'document')}; select by query for more`
    : undefined;

const limitHint = (limit: number): string => `At most ${pluralize(limit, 'document')}; export more`;
