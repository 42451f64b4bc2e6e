/** Runs a copy from where it is to its end. */
import type { CopyItem, CopySetting } from '../../../src/contract/index.ts';
import { copyIdentities, copyIndexes, copySetting } from './copy-definitions.ts';
import { DocumentCopy } from './document-copy.ts';
import { createRequest } from './copy-requests.ts';
import type { CopyParts } from './copy-parts.ts';
import { isEmptyDatabase } from './copy-places.ts';
import { addNote, type CopyState, type CopyStep } from './copy-state.ts';
import { keyedRandom } from './keyed-masks.ts';
import { firstCursors, isWithoutRanges } from './source-plan.ts';

/** Throws where it fails; `state` then says where it stopped. */
export async function runCopy(parts: CopyParts): Promise<void> {
  const documents = new DocumentCopy(parts);
  try {
    await runSteps(parts, documents);
  } finally {
    documents.keepFound();
  }
}

async function runSteps(parts: CopyParts, documents: DocumentCopy): Promise<void> {
  const { source, target, state, counted, signal } = parts;
  const { plan } = state;
  const finish = async (step: CopyStep): Promise<void> => {
    state.finished.push(step);
    await parts.save();
  };
  const isDone = (step: CopyStep): boolean => state.finished.includes(step);

  if (!isDone('database')) {
    if (plan.target.create) {
      documents.progress('database');
      await createDatabase(parts);
    }
    await finish('database');
  }
  const compression = plan.settings.filter((each) => each === 'compression');
  if (!isDone('compression')) {
    await copySettings(parts, compression);
    await finish('compression');
  }
  if (!isDone('documents')) {
    if (state.cursors === null) {
      const random = keyedRandom(Buffer.from(state.key, 'base64'), 'sample');
      const first = firstCursors(plan, counted, random);
      state.cursors = first.cursors;
      state.report.counts = first.counts;
    }
    await documents.copyAll();
    await finish('documents');
  }
  if (!isDone('references')) {
    await documents.copyReferences();
    noteUnmasked(state);
    if (isWithoutRanges(plan))
      addNote(
        state,
        'The ranges of ids (@hilo) were not copied. Copy the collection @hilo too before clients create documents in the target.',
      );
    await finish('references');
  }
  if (!isDone('indexes')) {
    documents.progress('indexes');
    if (plan.indexes) addItems(state, await copyIndexes({ source, target }, signal));
    await finish('indexes');
  }
  if (!isDone('identities')) {
    documents.progress('identities');
    if (plan.identities) addItems(state, await copyIdentities({ source, target }, signal));
    await finish('identities');
  }
  if (!isDone('settings')) {
    documents.progress('settings');
    await copySettings(
      parts,
      plan.settings.filter((each) => each !== 'compression'),
    );
    await finish('settings');
  }
}

/** A misspelled field is copied as it is. */
function noteUnmasked(state: CopyState): void {
  const missing = state.plan.maskedFields.filter((field) => !state.masked.includes(field));
  if (missing.length > 0)
    addNote(
      state,
      `No copied document has these fields, so nothing was masked in them: ${missing.join(', ')}.`,
    );
}

/** When the answer of an earlier creation was lost, the empty database of that name is the target. */
async function createDatabase({ target, state, save, signal }: CopyParts): Promise<void> {
  if (state.creating && (await isEmptyDatabase(target, signal))) return;
  state.creating = true;
  await save();
  const { status, body } = await target.send(createRequest(target.database), signal);
  if (status < 400) return;
  // After other statuses the database can exist.
  if (status < 500) state.creating = false;
  throw target.refusal('Creating the database', status, body);
}

async function copySettings({ source, target, state, signal }: CopyParts, settings: readonly CopySetting[]) {
  for (const setting of settings) {
    const item = await copySetting({ source, target }, setting, signal);
    if (item === null)
      addNote(state, `The source has no configuration of ${setting === 'client' ? 'clients' : setting}.`);
    else addItems(state, [item]);
  }
}

/** A resumed step repeats items: the last result counts. */
function addItems(state: CopyState, items: readonly CopyItem[]): void {
  const { report } = state;
  const isOther = (each: CopyItem): boolean =>
    !items.some(({ kind, name }) => each.kind === kind && each.name === name);
  report.definitions = [
    ...report.definitions.filter(isOther),
    ...items.filter(({ reason }) => reason === ''),
  ];
  report.rejected = [...report.rejected.filter(isOther), ...items.filter(({ reason }) => reason !== '')];
}
