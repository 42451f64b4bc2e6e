/**
 * Known vulnerabilities of the dependencies: `npm audit` for npm, cargo-deny for Rust. Both ask a service. Where it
 * cannot be reached, or cargo-deny is not installed, the check is skipped by name with the reason: silence would look
 * like a clean result. Nothing is installed here.
 */
import { execFile } from 'node:child_process';
import { z } from 'zod';
import { inRoot } from './paths.ts';
import { noCounts, type StageResult } from './test-counts.ts';

const severities = ['info', 'low', 'moderate', 'high', 'critical'] as const;
/** Less severe findings are printed and do not fail. */
const failing: ReadonlySet<string> = new Set(['moderate', 'high', 'critical']);

const report = z.object({
  auditReportVersion: z.literal(2),
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.enum(severities),
      range: z.string(),
      via: z.array(z.union([z.string(), z.object({ title: z.string(), url: z.string() })])),
    }),
  ),
});
const failure = z.object({
  message: z.string().optional(),
  error: z.object({ code: z.string().nullish(), summary: z.string().nullish() }).optional(),
});

export interface Finding {
  readonly name: string;
  readonly severity: (typeof severities)[number];
  readonly what: string;
}

export type Audit =
  | { readonly kind: 'report'; readonly findings: readonly Finding[] }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** Reads what `npm audit --json` wrote to its standard output. Its exit code does not tell findings from failures. */
export function readAudit(output: string): Audit {
  let json: unknown;
  try {
    json = JSON.parse(output);
  } catch {
    return { kind: 'unreachable', reason: `npm audit gave no report: ${firstLine(output) || 'no output'}` };
  }
  const read = report.safeParse(json);
  if (!read.success) {
    const { message, error } = failure.catch({}).parse(json);
    const reason = [message, error?.summary, error?.code].find(
      (text) => text !== undefined && text !== null && text !== '',
    );
    return {
      kind: 'unreachable',
      reason: `npm audit gave no report: ${firstLine(reason ?? 'its form is unknown')}`,
    };
  }
  const findings = Object.entries(read.data.vulnerabilities).map(([name, { severity, range, via }]) => ({
    name,
    severity,
    what: `${range}: ${via.map((each) => (typeof each === 'string' ? `through ${each}` : `${each.title} ${each.url}`)).join('; ')}`,
  }));
  return { kind: 'report', findings };
}

interface Ran {
  /** Null when the program could not be started. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Run = (program: string, args: readonly string[], folder: string) => Promise<Ran>;

export async function checkAdvisories(run: Run = runQuietly): Promise<Omit<StageResult, 'name'>> {
  const parts = [await checkNpm(run), ...(await checkRust(run))];
  return {
    counts: parts.reduce((sum, part) => ({ ...sum, [part.outcome]: sum[part.outcome] + 1 }), noCounts),
    skipped: parts.flatMap((part) => (part.outcome === 'skipped' ? [`${part.name}: ${part.reason}`] : [])),
  };
}

type Part =
  | { readonly name: string; readonly outcome: 'passed' | 'failed' }
  | { readonly name: string; readonly outcome: 'skipped'; readonly reason: string };

async function checkNpm(run: Run): Promise<Part> {
  const name = 'npm audit';
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { stdout } = await run(
    npm,
    ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=20000'],
    inRoot('.'),
  );
  const audit = readAudit(stdout);
  if (audit.kind === 'unreachable') return { name, outcome: 'skipped', reason: audit.reason };
  for (const { name, severity, what } of audit.findings)
    console.error(`npm audit: ${severity}: ${name} ${what}`);
  const fails = audit.findings.some(({ severity }) => failing.has(severity));
  return { name, outcome: fails ? 'failed' : 'passed' };
}

async function checkRust(run: Run): Promise<readonly Part[]> {
  const offline = 'cargo deny check licenses bans sources';
  const advisories = 'cargo deny check advisories';
  const deny = (...args: string[]): Promise<Ran> => run('cargo', ['deny', ...args], inRoot('native'));
  if ((await deny('--version')).code !== 0) {
    const reason = 'cargo-deny is not installed (cargo install --locked cargo-deny)';
    return [offline, advisories].map((name) => ({ name, outcome: 'skipped', reason }));
  }
  const check = async (name: string, ...args: string[]): Promise<Part> => {
    const { code, stderr } = await deny('--offline', 'check', ...args);
    if (code !== 0) console.error(stderr);
    return { name, outcome: code === 0 ? 'passed' : 'failed' };
  };
  const first = await check(offline, 'licenses', 'bans', 'sources');
  // By itself, because a check that cannot fetch fails like one that finds something.
  const fetched = await deny('fetch', 'db');
  if (fetched.code !== 0) {
    const reason = `the advisory database could not be fetched: ${firstLine(fetched.stderr) || 'no reason given'}`;
    return [first, { name: advisories, outcome: 'skipped', reason }];
  }
  return [first, await check(advisories, 'advisories')];
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0]?.slice(0, 200) ?? '';
}

const runQuietly: Run = (program, args, folder) =>
  new Promise((resolve) => {
    const options = {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
      timeout: 120_000,
      shell: program.endsWith('.cmd'),
    };
    execFile(program, args, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, stdout, stderr: stderr === '' && error !== null ? error.message : stderr });
    });
  });
