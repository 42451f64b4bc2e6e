/** Filters processes, sorted by number of threads. Pure. */
import type { ProcessEntry } from '../../protocol/processes.ts';

/**
 * The name of the program. The kernel's process name is that of the first thread, which is cut after fifteen
 * characters and which some programs change (`MainThread`).
 */
export function programOf({ name, command }: ProcessEntry): string {
  const program = /^(?:\S*\/)?([^\s/]+)/.exec(command)?.[1] ?? '';
  return program === '' ? name : program.replace(/:$/, '');
}

export function filterProcesses(processes: readonly ProcessEntry[], filter: string): ProcessEntry[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return processes
    .filter((process) => {
      const text = `${process.id} ${process.name} ${process.command}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => b.threads - a.threads || a.id - b.id);
}
