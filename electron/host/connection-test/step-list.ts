import { toPortError, type TestStep } from '../../../src/contract/index.ts';
import { RefusedHostKey } from '../routes/ssh-host-key.ts';
import { RefusedCertificate } from './network-steps.ts';

/** The steps of a test so far. */
export class StepList {
  readonly all: TestStep[] = [];

  /** Runs one step; adds its text on success, its error on failure. Undefined: it failed. */
  async run<T extends { message: string }>(
    name: TestStep['step'],
    work: () => Promise<T> | T,
  ): Promise<T | undefined> {
    const started = performance.now();
    try {
      const result = await work();
      this.all.push({ step: name, ok: true, message: result.message, ms: performance.now() - started });
      return result;
    } catch (thrown) {
      const { message, detail } = toPortError(thrown);
      this.all.push({
        step: name,
        ok: false,
        message,
        ms: performance.now() - started,
        ...(detail === undefined ? {} : { detail }),
        ...(thrown instanceof RefusedCertificate ? { serverCertificate: thrown.presented } : {}),
        ...(thrown instanceof RefusedHostKey ? { hostKey: thrown.presented } : {}),
      });
      return undefined;
    }
  }
}
