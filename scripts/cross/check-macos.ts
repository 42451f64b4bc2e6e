/**
 * `npm run check:macos`: type-checks every Rust program for macOS (Intel and Apple processors) on Linux, C code included. Nothing
 * of it runs.
 */
import { inRoot } from '../paths.ts';
import { mustRun } from '../run-command.ts';
import { macosEnvironment, macosTargets, needMacosTarget } from './macos-target.ts';

for (const processor of ['x64', 'arm64'] as const) {
  needMacosTarget(processor);
  const args = ['check', '--locked', '--workspace', '--lib', '--bins', '--target', macosTargets[processor]];
  await mustRun(`Checking the Rust parts for ${macosTargets[processor]}`, 'cargo', args, {
    cwd: inRoot('native'),
    env: macosEnvironment(processor),
  });
}
