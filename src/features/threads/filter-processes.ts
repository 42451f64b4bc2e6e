/** Which processes fit some words, those with the most threads first. Pure. */
import type { ProcessEntry } from '../../protocol/processes.ts';

/**
 * The program's name. The kernel's own word for a process is its first thread's name, which is cut after fifteen letters and
 * which some programs use for something else (`MainThread`).
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
