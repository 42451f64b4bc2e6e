import { PortError } from '../../contract/index.ts';
import { reportProblem } from './problem-store.ts';

/** What nobody caught is shown, not lost. Called once, before the first render. */
export function catchWindowErrors(target: Window): void {
  target.addEventListener('error', (event) => {
    // Browsers report this when observers could not deliver within one frame; they deliver in the next, and nothing is wrong.
    if (event.message.startsWith('ResizeObserver loop')) return;
    reportProblem(event.error ?? new Error(event.message), 'A window task');
  });
  target.addEventListener('unhandledrejection', (event: PromiseRejectionEvent) => {
    // The banner about the lost host says it once for all the requests that were under way.
    if (event.reason instanceof PortError && event.reason.code === 'closed') return;
    reportProblem(event.reason, 'A window task');
  });
}
