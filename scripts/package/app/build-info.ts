/** What a package says about where it comes from. */
import { execFileSync } from 'node:child_process';
import { root } from '../../paths.ts';

export interface BuildInfo {
  /** Twelve digits, with `-modified` when the checkout differs from the commit. */
  readonly commit: string;
  /** `YYYY-MM-DD` in UTC; SOURCE_DATE_EPOCH sets it for reproducible builds. */
  readonly date: string;
}

export function readBuildInfo(env: Readonly<Record<string, string | undefined>>): BuildInfo {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const isModified = git('status', '--porcelain', '--untracked-files=no') !== '';
  return {
    commit: `${git('rev-parse', '--short=12', 'HEAD')}${isModified ? '-modified' : ''}`,
    date: buildTime(env).toISOString().slice(0, 10),
  };
}

export function buildTime(env: Readonly<Record<string, string | undefined>>): Date {
  const seconds = env.SOURCE_DATE_EPOCH;
  if (seconds === undefined || seconds === '') return new Date();
  if (!/^\d+$/.test(seconds))
    throw new Error(`SOURCE_DATE_EPOCH is a number of seconds since 1970, not "${seconds}".`);
  return new Date(Number(seconds) * 1000);
}

/** As `ROOKERY_BUILD`, which `rookeryd --version` prints. */
export const buildText = ({ commit, date }: BuildInfo): string => `commit ${commit}, built ${date}`;
