/** Requests of tests through the policy and the transport, which is closed after the test. */
import { onTestFinished } from 'vitest';
import { HttpsTransport, type HttpsTransportOptions } from '../transport/https-transport.ts';
import { throughPolicy, type TestTransport } from './through-policy.ts';

export const never = new AbortController().signal;

export function transportTo(url: string, options: Partial<HttpsTransportOptions> = {}): TestTransport {
  const transport = throughPolicy(new HttpsTransport({ url, secrets: () => ({}), ...options }), url);
  onTestFinished(() => transport.close());
  return transport;
}

export const get = (transport: TestTransport, path = '/', signal = never) =>
  transport.request({ method: 'GET', path, headers: {} }, signal);
