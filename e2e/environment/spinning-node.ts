import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const script = `
  function spinForTheTest(turns) { let sum = 0; for (let i = 0; i < turns; i++) sum = (sum + i * i) % 977; return sum; }
  for (let i = 0; i < 200; i++) spinForTheTest(100000);
  console.log('ready');
  setInterval(() => spinForTheTest(30000000), 1);`;

export interface SpinningNode {
  readonly pid: number;
  stop(): Promise<void>;
}

/** A process of another program: Node, mostly in one JavaScript function, named by its perf map. */
export async function startSpinningNode(): Promise<SpinningNode> {
  const options = ['--perf-basic-prof', '--interpreted-frames-native-stack', '-e', script];
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(createInterface(child.stdout), 'line');
  const { pid } = child;
  if (pid === undefined) throw new Error('Node could not be started.');
  return {
    pid,
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
