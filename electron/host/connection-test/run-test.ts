/** Tests a connection step by step; the first failed step is the last. */
import type { CallResponse, ClientCertificate } from '../../../src/contract/index.ts';
import type { Route } from '../routes/route.ts';
import { readCertificate, type ClientSecrets } from '../transport/client-credentials.ts';
import { HttpsTransport } from '../transport/https-transport.ts';
import { readAddress, type Address } from './address.ts';
import { connectByRoute, connectTcp, lookUp, shakeHands } from './network-steps.ts';
import { StepList } from './step-list.ts';
import type { TestRequest } from './test-request.ts';
import { askAccess, askVersion, judgeVersion } from './server-steps.ts';

type TestResult = CallResponse<'connections.test'>;

export async function testConnection(asked: TestRequest, signal: AbortSignal): Promise<TestResult> {
  const steps = new StepList();
  const address = await steps.run('address', () => readAddress(asked.url));
  if (!address) return { ok: false, steps: steps.all };
  const route = asked.openRoute?.(address.url);
  try {
    const reached = await reach(steps, address, asked, route, signal);
    if (!reached) return { ok: false, steps: steps.all };
    return await readServer(steps, address, asked, route, reached.secrets, signal);
  } finally {
    await route?.close();
  }
}

/** The steps before the first request. Undefined: one failed. */
async function reach(
  steps: StepList,
  address: Address,
  asked: TestRequest,
  route: Route | undefined,
  signal: AbortSignal,
): Promise<{ secrets: ClientSecrets } | undefined> {
  if (route === undefined) {
    if (!(await steps.run('dns', () => lookUp(address)))) return undefined;
    if (!(await steps.run('tcp', () => connectTcp(address, signal)))) return undefined;
  } else if (!(await steps.run(route.step, () => connectByRoute(route, address, signal)))) return undefined;
  if (!address.secure) return { secrets: {} };
  if (!(await steps.run('tls', () => shakeHands(address, asked, route, signal)))) return undefined;
  const { certificate } = asked;
  if (certificate === undefined) return { secrets: {} };
  return steps.run('certificate', () => openCertificate(certificate, asked));
}

async function readServer(
  steps: StepList,
  address: Address,
  asked: TestRequest,
  route: Route | undefined,
  secrets: ClientSecrets,
  signal: AbortSignal,
): Promise<TestResult> {
  const transport = new HttpsTransport({
    url: address.url.href,
    certificate: address.secure ? asked.certificate : undefined,
    authorityPath: asked.authorityPath,
    pinnedCertificate: asked.pinnedCertificate,
    route,
    secrets: () => secrets,
    silenceMs: 15_000,
    maxBytes: 1024 * 1024,
  });
  try {
    const version = await steps.run('http', () => askVersion(transport, address, signal));
    if (!version) return { ok: false, steps: steps.all };
    const isRead =
      (await steps.run('version', () => judgeVersion(version))) &&
      (await steps.run('access', () => askAccess(transport, address, version, asked, signal)));
    return {
      ok: isRead !== undefined,
      steps: steps.all,
      ...(version.text === undefined ? {} : { serverVersion: version.text }),
    };
  } finally {
    await transport.close();
  }
}

async function openCertificate(certificate: ClientCertificate, asked: TestRequest) {
  const secrets = (await asked.secrets?.()) ?? {};
  await readCertificate(certificate, secrets);
  return { message: 'The client certificate was read and opened.', secrets };
}
