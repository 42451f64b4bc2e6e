/** Assigns frames to the kinds that the icicle colours. Pure. */
import type { FrameKind } from '../../charts/flame/index.ts';
import { isWaitFrame } from './idle-waits.ts';

/** The C library, the kernel and the loader, by symbol or by module. */
const system =
  /\blib(?:c|pthread|m|gcc_s|dl|rt)(?:\.so|-\d)|ld-linux|linux-vdso|\[(?:kernel|vdso)|\b(?:ntdll|kernel32|kernelbase|libsystem_)|^_*(?:libc_|GI_|syscall\b|clone3?\b|start_thread\b|_?start$|pthread_)/i;

/** Own code first: an own function named "wait" is where to look. The rest is runtime and libraries. */
export function frameKind(frame: string, isOwn: (frame: string) => boolean): FrameKind {
  if (isOwn(frame)) return 'own';
  if (isWaitFrame(frame)) return 'waiting';
  return system.test(frame) ? 'system' : 'runtime';
}
