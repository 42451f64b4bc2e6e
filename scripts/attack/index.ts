/**
 * `npm run attack [-- --only NAME,NAME] [--short]`: starts `serve` and `rookeryd` with fresh data, attacks them, prints one JSON line
 * per attack and ends with 1 when one succeeds. See README.md beside this file.
 */
import { parseArgs } from 'node:util';
import { buildNodeSides, buildRenderer } from '../build-bundles.ts';
import { buildNative } from '../build-native.ts';
import { runAttacks } from './run-attacks.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    short: { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
    profile: { type: 'string', default: 'dev' },
  },
});
if (!values['no-build']) {
  await buildNative(values.profile === 'release' ? 'release' : 'dev');
  await Promise.all([buildRenderer(), buildNodeSides()]);
}
const results = await runAttacks(values.short ? 'short' : 'full', values.only?.split(','));
process.exit(results.every(({ outcome }) => outcome.held) ? 0 : 1);
