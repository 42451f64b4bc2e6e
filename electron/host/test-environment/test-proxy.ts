import { onTestFinished } from 'vitest';
import { runProxy, type ProxyServer, type ProxySignIn } from './proxy-server.ts';

/** A proxy that ends with the test. */
export async function startProxy(signIn?: ProxySignIn): Promise<ProxyServer> {
  const proxy = await runProxy(signIn);
  onTestFinished(() => proxy.close());
  return proxy;
}
