/** Runs the attacks one after the other, each against programs of its own, and prints a JSON line for each. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Attack, AttackEnvironment, Outcome, Size } from './attack.ts';
import { attacks } from './attacks/index.ts';
import { startRookeryd } from './rookeryd-target.ts';
import { startServed } from './served-target.ts';

export interface AttackResult {
  readonly attack: string;
  readonly outcome: Outcome;
}

export async function runAttacks(size: Size, only?: readonly string[]): Promise<AttackResult[]> {
  const unknown = only?.filter((name) => !attacks.some((each) => each.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(
      `There is no attack named ${unknown.join(', ')}. The names: ${attacks.map(({ name }) => name).join(', ')}`,
    );
  const results: AttackResult[] = [];
  for (const attack of attacks.filter(({ name }) => only?.includes(name) ?? true)) {
    const started = performance.now();
    const outcome = await runOne(attack, size);
    const ms = Math.round(performance.now() - started);
    console.log(JSON.stringify({ attack: attack.name, ...outcome, ms }));
    results.push({ attack: attack.name, outcome });
  }
  return results;
}

/** An attack that fails to run shows nothing, so it counts as one that did not hold. */
async function runOne(attack: Attack, size: Size): Promise<Outcome> {
  const cleanUp: (() => Promise<void>)[] = [];
  const folder = async (): Promise<string> => {
    const made = await mkdtemp(join(tmpdir(), 'rookery-attack-'));
    cleanUp.push(() => rm(made, { recursive: true, force: true }));
    return made;
  };
  const environment: AttackEnvironment = {
    size,
    folder,
    rookeryd: async (args) => {
      const target = await startRookeryd(await folder(), args);
      cleanUp.push(() => target.program.stop());
      return target;
    },
    served: async (args, stored) => {
      const data = await folder();
      if (stored)
        await writeFile(join(data, 'connections.json'), JSON.stringify({ schema: 1, value: stored }));
      const target = await startServed(data, args);
      cleanUp.push(() => target.program.stop());
      return target;
    },
  };
  try {
    return await attack.run(environment);
  } catch (thrown) {
    const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    return { held: false, detail: `The attack could not be carried out: ${text}` };
  } finally {
    for (const step of cleanUp.reverse()) await step();
  }
}
