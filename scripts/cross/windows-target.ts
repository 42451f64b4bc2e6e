/** The Rust target of Windows programs that are built on Linux, and its C compilers. */
import { needProgram, needRustTarget } from './needs.ts';

export const windowsTarget = 'x86_64-pc-windows-gnu';
export const mingwPackages = ['gcc-mingw-w64-x86-64', 'g++-mingw-w64-x86-64'] as const;

/** Complete path of a program of MinGW; throws with the command that installs it. */
export const needMingw = (program: 'gcc' | 'g++' | 'strip' | 'objdump'): string =>
  needProgram([`x86_64-w64-mingw32-${program}`], mingwPackages.join(' '));

export const needWindowsTarget = (): void => needRustTarget(windowsTarget);
