import { PortError } from '../../contract/index.ts';
import { reportProblem } from './problem-store.ts';

/** Reports uncaught errors and rejections. Called once, before the first render. */
export function catchWindowErrors(target: Window): void {
  target.addEventListener('error', (event) => {
    // Browsers report this when observers cannot deliver within one frame. They deliver in the next frame, so it is
    // harmless.
    if (event.message.startsWith('ResizeObserver loop')) return;
    reportProblem(event.error ?? new Error(event.message), 'A window task');
  });
  target.addEventListener('unhandledrejection', (event: PromiseRejectionEvent) => {
    // The host banner covers all pending requests, so they are not reported one by one.
    if (event.reason instanceof PortError && event.reason.code === 'closed') return;
    reportProblem(event.reason, 'A window task');
  });
}
