import { expect, it } from 'vitest';
import { ServerClient } from './client.ts';
import { getCpuCredits } from './cpu-credits.ts';
import { scriptedPort } from './ports-for-tests.ts';

const credits = (status: number, body: unknown) =>
  getCpuCredits(
    new ServerClient(scriptedPort({ http: () => ({ status, body: JSON.stringify(body) }) }), 'server'),
  );

/** As RavenDB 7.1.5 answers. */
const answer = {
  Used: true,
  BaseCredits: 0.4,
  MaxCredits: 30,
  FailoverThreshold: -1,
  BackgroundTasksThreshold: 0.1,
  RemainingCpuCredits: 27.368318457395958,
  BackgroundTasksThresholdReleaseValue: 0.125,
  FailoverThresholdReleaseValue: -1.25,
  CreditsGainedPerSecond: 0.00011111111111111112,
  CurrentConsumption: 0.010050251256281405,
  MachineCpuUsage: 0.5025125628140703,
  History: [0, 0.04],
  LastSyncTime: '0001-01-01T00:00:00.0000000',
};

it('reads the credits and the thresholds that can be reached', async () => {
  expect(await credits(200, answer)).toEqual({
    remaining: answer.RemainingCpuCredits,
    most: 30,
    backgroundBelow: 0.1,
    backgroundFrom: 0.125,
    requestsBelow: null,
  });
});

it('has none where the server knows none, or reports nonsense', async () => {
  expect(await credits(200, { ...answer, Used: false })).toBeNull();
  expect(await credits(404, {})).toBeNull();
  expect(await credits(200, { Used: true, MaxCredits: 'many', RemainingCpuCredits: 1 })).toBeNull();
  expect(await credits(200, { ...answer, RemainingCpuCredits: 'NaN' })).toBeNull();
  await expect(credits(500, { Message: 'broken' })).rejects.toMatchObject({ status: 500 });
});
