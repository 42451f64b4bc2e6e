/** Which of the further options of a recording are set, and which of them have a problem. Pure. */
import type { RecordedRequests } from '../../../contract/index.ts';
import { pluralize } from '../../../ui/index.ts';
import { newDraft, type DraftProblems, type RecordDraft } from './draft.ts';

export const requestTexts: Readonly<Record<RecordedRequests, string>> = {
  all: 'All',
  sampled: 'Sampled (2.5 s of every 20 s)',
  none: 'None',
};

/** What differs from the defaults, in the order of the fields. */
export function changedOptions(draft: RecordDraft): readonly string[] {
  const { triggers, length, logLevel, maxMegabytes, requests, mostPerSecond, note } = draft;
  const usual = newDraft('');
  return [
    ...(length === 'next' && triggers.length > 0 ? [pluralize(triggers.length, 'trigger')] : []),
    ...(logLevel === usual.logLevel ? [] : [logLevel === 'Off' ? 'no log lines' : `log from ${logLevel}`]),
    ...(maxMegabytes === usual.maxMegabytes ? [] : [`${maxMegabytes} MB`]),
    ...(requests === 'all' ? [] : [requests === 'none' ? 'no requests' : 'sampled requests']),
    ...(mostPerSecond === usual.mostPerSecond ? [] : [`${mostPerSecond} messages per second`]),
    ...(note.trim() === '' ? [] : ['note']),
  ];
}

/** A problem is in a field that `MoreOptions` has. */
export function hasOptionProblem(problems: DraftProblems, { length }: Pick<RecordDraft, 'length'>): boolean {
  const { maxMegabytes, mostPerSecond, note, triggers } = problems;
  return (
    [maxMegabytes, mostPerSecond, note].some((each) => each !== undefined) ||
    (length === 'next' && triggers.size > 0)
  );
}
