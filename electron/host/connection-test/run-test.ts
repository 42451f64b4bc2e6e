/** Tests a connection step by step; the first failed step is the last. */
import type { CallResponse, ClientCertificate, TestStep } from '../../../src/contract/index.ts';
import { toPortError } from '../../../src/contract/index.ts';
import { readCertificate, type ClientSecrets } from '../transport/client-credentials.ts';
import { HttpsTransport } from '../transport/https-transport.ts';
import { readAddress } from './address.ts';
import { connectTcp, lookUp, RefusedCertificate, shakeHands } from './network-steps.ts';
import type { TestRequest } from './test-request.ts';
import { askAccess, askVersion, judgeVersion } from './server-steps.ts';

type StepName = TestStep['step'];

export async function testConnection(
  asked: TestRequest,
  signal: AbortSignal,
): Promise<CallResponse<'connections.test'>> {
  const steps: TestStep[] = [];
  /** Runs one step; reports its text on success, its error on failure. Undefined: it failed. */
  const step = async <T extends { message: string }>(
    name: StepName,
    work: () => Promise<T> | T,
  ): Promise<T | undefined> => {
    const started = performance.now();
    try {
      const result = await work();
      steps.push({ step: name, ok: true, message: result.message, ms: performance.now() - started });
      return result;
    } catch (thrown) {
      const { message, detail } = toPortError(thrown);
      steps.push({
        step: name,
        ok: false,
        message,
        ms: performance.now() - started,
        ...(detail === undefined ? {} : { detail }),
        ...(thrown instanceof RefusedCertificate ? { serverCertificate: thrown.presented } : {}),
      });
      return undefined;
    }
  };
  let serverVersion: string | undefined;
  let secrets: ClientSecrets = {};
  const answer = (ok: boolean) => ({ ok, steps, ...(serverVersion === undefined ? {} : { serverVersion }) });

  const address = await step('address', () => readAddress(asked.url));
  if (!address) return answer(false);
  if (!(await step('dns', () => lookUp(address)))) return answer(false);
  if (!(await step('tcp', () => connectTcp(address, signal)))) return answer(false);
  if (address.secure) {
    if (!(await step('tls', () => shakeHands(address, asked, signal)))) return answer(false);
    const { certificate } = asked;
    const opened = certificate && (await step('certificate', () => openCertificate(certificate, asked)));
    if (certificate && !opened) return answer(false);
    secrets = opened?.secrets ?? {};
  }

  const transport = new HttpsTransport({
    url: address.url.href,
    certificate: address.secure ? asked.certificate : undefined,
    authorityPath: asked.authorityPath,
    pinnedCertificate: asked.pinnedCertificate,
    secrets: () => secrets,
    silenceMs: 15_000,
    maxBytes: 1024 * 1024,
  });
  try {
    const version = await step('http', () => askVersion(transport, address, signal));
    if (!version) return answer(false);
    serverVersion = version.text;
    if (!(await step('version', () => judgeVersion(version)))) return answer(false);
    return answer(
      (await step('access', () => askAccess(transport, address, version, asked, signal))) !== undefined,
    );
  } finally {
    await transport.close();
  }
}

async function openCertificate(certificate: ClientCertificate, asked: TestRequest) {
  const secrets = (await asked.secrets?.()) ?? {};
  await readCertificate(certificate, secrets);
  return { message: 'The client certificate was read and opened.', secrets };
}
