/** Copies of one window. A page names a plan; reads, writes and what remains of it are decided here. */
import { randomBytes } from 'node:crypto';
import {
  PortError,
  toPortError,
  type CopyOutcome,
  type CopyPlan,
  type CopyProgress,
  type PortHandlers,
} from '../../../src/contract/index.ts';
import type { WindowConfirmations } from '../confirmation/confirmations.ts';
import { checkDatabaseIds, checkPlaces } from '../copies/copy-places.ts';
import { createRequest, rowsRequest, writeRequest } from '../copies/copy-requests.ts';
import { CopySide } from '../copies/copy-side.ts';
import type { CopyState } from '../copies/copy-state.ts';
import type { CopyStore } from '../copies/copy-store.ts';
import { copyText } from '../copies/copy-text.ts';
import { systemClock } from '../copies/rate-limit.ts';
import { runCopy } from '../copies/run-copy.ts';
import { countSource, type CountedSource } from '../copies/source-plan.ts';
import { ProgressBoard } from '../export/progress-board.ts';
import type { Log } from '../log/log-file.ts';
import type { ConnectionStore } from '../stored/connection-store.ts';
import type { TransportPool } from '../transport/transport-pool.ts';

interface CopyCallParts {
  readonly store: ConnectionStore;
  readonly transports: TransportPool;
  readonly copies: CopyStore;
  readonly log: Log;
}

interface CopyHandlers {
  calls: Pick<PortHandlers['calls'], 'copies.run' | 'copies.resume' | 'copies.unfinished' | 'copies.forget'>;
  streams: Pick<PortHandlers['streams'], 'copies.progress' | 'copies.rejections'>;
}

/** Of all windows: each reads and writes without a pause. */
const MAX_RUNNING = 4;
const KEY_BYTES = 32;

export function copyCalls(
  { store, transports, copies, log }: CopyCallParts,
  confirmations: WindowConfirmations,
): CopyHandlers {
  const board = new ProgressBoard<CopyProgress>();

  function sideOf(place: CopyPlan['source'], confirmed: boolean): CopySide {
    const connection = store.get(place.connection);
    return new CopySide({
      connection,
      database: place.database,
      transport: transports.to(connection),
      confirmed,
      current: () => store.get(place.connection),
    });
  }

  /** Refuses before anything is read, then counts and waits for the confirmation. */
  async function prepare(
    plan: CopyPlan,
    signal: AbortSignal,
  ): Promise<{ source: CopySide; target: CopySide; counted: readonly CountedSource[] }> {
    const source = sideOf(plan.source, false);
    const target = sideOf(plan.target, false);
    checkPlaces(source, target);
    target.check(writeRequest(plan.target.database, [], false));
    if (plan.target.create) target.check(createRequest(plan.target.database));
    source.check(
      rowsRequest(plan.source.database, { query: 'from @all_docs', parameters: {} }, 0, 1),
      'export',
    );
    await checkDatabaseIds(source, target, plan.target.create, signal);
    const counted = await countSource(source, plan, signal);
    if (target.connection.mode !== 'guarded') return { source, target, counted };
    await confirmations.ask(copyText(plan, source.connection, target.connection, counted), signal);
    store.mustBeUnchanged(source.connection);
    store.mustBeUnchanged(target.connection);
    return { source, target: sideOf(plan.target, true), counted };
  }

  async function run(id: string, state: CopyState, signal: AbortSignal): Promise<CopyOutcome> {
    board.report(id, { kind: 'preparing' });
    const { plan } = state;
    const sides = await prepare(plan, signal);
    const rejections = await copies.rejectionsOf(id, state);
    const save = async (): Promise<void> => {
      await rejections.flush();
      await copies.save(id, state);
    };
    try {
      await runCopy({
        ...sides,
        state,
        clock: systemClock,
        rejections,
        save,
        report: (progress) => board.report(id, progress),
        signal,
      });
      await rejections.flush();
      await copies.removeRecord(id);
      return { kind: 'completed', message: '', detail: '', report: state.report, resumable: false };
    } catch (thrown) {
      await save();
      const left = 'What was copied stays. Resume the copy to continue where it stopped.';
      if (signal.aborted)
        return {
          kind: 'cancelled',
          message: `The copy into ${plan.target.database} was cancelled. ${left}`,
          detail: '',
          report: state.report,
          resumable: true,
        };
      const { message, detail = '' } = toPortError(thrown);
      return {
        kind: 'failed',
        message: `${message} ${left}`,
        detail,
        report: state.report,
        resumable: true,
      };
    }
  }

  /** One run at a time for each id. */
  async function once(
    id: string,
    state: () => Promise<CopyState>,
    signal: AbortSignal,
  ): Promise<CopyOutcome> {
    const { running } = copies;
    if (running.has(id)) throw refusal('This copy is already running.');
    if (running.size >= MAX_RUNNING)
      throw refusal(`${MAX_RUNNING} copies are running. Wait for one to end, or cancel it.`);
    running.add(id);
    let about = {};
    try {
      const started = await state();
      const { source, target } = started.plan;
      // The connections, without databases and queries.
      about = { from: source.connection, to: target.connection };
      const outcome = await run(id, started, signal);
      const { kind, report } = outcome;
      const copied = report.counts.reduce((sum, each) => sum + each.copied, 0);
      log.write(kind === 'failed' ? 'warn' : 'info', 'copy-ended', { ...about, outcome: kind, copied });
      return outcome;
    } catch (thrown) {
      const error = toPortError(thrown);
      const { code, message } = error;
      log.write(code === 'cancelled' ? 'info' : 'warn', 'copy-failed', { ...about, code, message });
      throw error;
    } finally {
      running.delete(id);
      board.end(id);
    }
  }

  return {
    calls: {
      'copies.run': ({ id, plan }, signal) => once(id, () => Promise.resolve(newState(plan)), signal),
      'copies.resume': ({ id }, signal) =>
        once(
          id,
          async () => {
            const state = await copies.load(id);
            if (state) return state;
            throw refusal('This copy cannot be resumed: it is complete or was forgotten. Start it again.');
          },
          signal,
        ),
      'copies.unfinished': async ({ id }) => {
        const state = copies.running.has(id) ? undefined : await copies.load(id);
        return { copy: state === undefined ? null : { plan: state.plan, report: state.report } };
      },
      'copies.forget': async ({ id }) => {
        if (copies.running.has(id)) throw refusal('This copy is running. Cancel it first.');
        await copies.forget(id);
        return {};
      },
    },
    streams: {
      'copies.progress': ({ id }, signal) => board.watch(id, signal),
      'copies.rejections': async function* ({ id }) {
        for await (const items of copies.readRejections(id)) yield { items };
      },
    },
  };
}

function newState(plan: CopyPlan): CopyState {
  return {
    plan,
    report: { counts: [], definitions: [], rejected: [], notes: [] },
    rejections: { items: 0, bytes: 0 },
    key: randomBytes(KEY_BYTES).toString('base64'),
    finished: [],
    creating: false,
    cursors: null,
    unconfirmed: [],
    masked: [],
    references: { level: 0, pending: [], next: [], read: 0 },
  };
}

const refusal = (message: string): PortError => new PortError({ code: 'bad-request', message });
