import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkAdvisories, readAudit, type Run } from './check-advisories.ts';

const clean = JSON.stringify({ auditReportVersion: 2, vulnerabilities: {}, metadata: {} });
const finding = (severity: string): string =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      left: {
        name: 'left',
        severity,
        range: '<2.0.0',
        via: [{ title: 'Prototype pollution', url: 'https://example.invalid/1' }, 'right'],
      },
    },
  });
/** What npm writes when the registry has no audit service. */
const refused = JSON.stringify({
  message: '405 Method Not Allowed - POST https://example.invalid/-/npm/v1/security/advisories/bulk',
  method: 'POST',
  statusCode: 405,
  body: '',
  error: { summary: '', detail: '' },
});
/** What npm writes without a network. */
const offline = JSON.stringify({
  error: { code: 'ENOTFOUND', summary: 'request to https://example.invalid failed', detail: '' },
});

describe('the report of npm audit', () => {
  test('is read with its findings', () => {
    expect(readAudit(clean)).toEqual({ kind: 'report', findings: [] });
    expect(readAudit(finding('high'))).toEqual({
      kind: 'report',
      findings: [
        {
          name: 'left',
          severity: 'high',
          what: '<2.0.0: Prototype pollution https://example.invalid/1; through right',
        },
      ],
    });
  });

  test.each([
    [refused, '405 Method Not Allowed'],
    [offline, 'request to https://example.invalid failed'],
    ['', 'no output'],
    ['npm error something\nmore', 'npm error something'],
    ['{}', 'unknown'],
    ['{"auditReportVersion":3,"vulnerabilities":{}}', 'unknown'],
  ])('is never taken for a clean one when there is none: %s', (output, reason) => {
    const audit = readAudit(output);
    expect(audit.kind === 'unreachable' && audit.reason).toContain(reason);
  });
});

describe('the stage', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
  });
  afterEach(() => vi.restoreAllMocks());

  /** Answers each command by its first words; what is not named succeeds. */
  const answers =
    (by: Readonly<Record<string, { code?: number | null; stdout?: string; stderr?: string }>>): Run =>
    (program, args) => {
      const line = [program.replace('.cmd', ''), ...args].join(' ');
      const found = Object.entries(by).find(([start]) => line.startsWith(start))?.[1];
      return Promise.resolve({ code: 0, stdout: '', stderr: '', ...found });
    };

  test('passes where everything was asked and nothing found', async () => {
    const result = await checkAdvisories(answers({ 'npm audit': { stdout: clean } }));
    expect(result).toEqual({ counts: { passed: 3, failed: 0, skipped: 0 }, skipped: [] });
  });

  test('names what it skips, and why', async () => {
    const result = await checkAdvisories(
      answers({ 'npm audit': { code: 1, stdout: refused }, 'cargo deny --version': { code: 101 } }),
    );
    expect(result.counts).toEqual({ passed: 0, failed: 0, skipped: 3 });
    expect(result.skipped).toEqual([
      expect.stringMatching(/^npm audit: .*405 Method Not Allowed/),
      expect.stringMatching(/^cargo deny check licenses bans sources: cargo-deny is not installed/),
      expect.stringMatching(/^cargo deny check advisories: cargo-deny is not installed/),
    ]);
  });

  test('skips the advisories alone where their database cannot be fetched', async () => {
    const result = await checkAdvisories(
      answers({
        'npm audit': { stdout: clean },
        'cargo deny fetch': { code: 1, stderr: 'no route to host\n' },
      }),
    );
    expect(result.counts).toEqual({ passed: 2, failed: 0, skipped: 1 });
    expect(result.skipped[0]).toContain('no route to host');
  });

  test.each(['moderate', 'high', 'critical'])('fails on a finding of severity %s', async (severity) => {
    const result = await checkAdvisories(answers({ 'npm audit': { code: 1, stdout: finding(severity) } }));
    expect(result.counts.failed).toBe(1);
  });

  test('fails on what cargo-deny finds', async () => {
    const result = await checkAdvisories(
      answers({ 'npm audit': { stdout: clean }, 'cargo deny --offline check advisories': { code: 1 } }),
    );
    expect(result.counts).toEqual({ passed: 2, failed: 1, skipped: 0 });
  });
});
