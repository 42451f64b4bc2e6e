/** Items of the list of recordings, for tests. */
import type { RecordingsList, RunningRecording, StoredRecording } from '../../contract/index.ts';

/** 2026-11-21 09:00 UTC. */
export const START = Date.UTC(2026, 10, 21, 9);

export const runningExample: RunningRecording = {
  id: 'recording-1',
  connection: 'server',
  connectionName: 'Production',
  databases: ['Shop'],
  length: { kind: 'next', minutes: 10 },
  state: 'recording',
  startAt: START,
  endAt: START + 600_000,
  sources: 12,
  failingSources: 0,
  rows: 1234,
  bytes: 2048,
  leftOut: 0,
  fired: [],
  firedCount: 0,
  problems: [],
};

export const storedExample: StoredRecording = {
  name: 'night.rookery',
  bytes: 4096,
  modified: START + 700_000,
  about: {
    server: 'http://127.0.0.1:8080',
    serverVersion: '7.1.5',
    databases: ['Shop'],
    note: 'slow orders',
    masked: false,
    started: START * 1000,
  },
  problem: null,
};

export const emptyList: RecordingsList = { running: [], stored: [], failed: [], ended: [], missed: [] };
