/**
 * Derives the disk of an environment from its path. RavenDB's statistics have no disk: different drive letters and
 * shares are different disks, everything else of one server is assumed to be the same disk, and the UI states this.
 */
export function diskOf(path: string): string {
  const drive = /^([a-z]):/i.exec(path)?.[1];
  if (drive !== undefined) return `${drive.toUpperCase()}:`;
  const share = /^\\\\([^\\]+)\\([^\\]+)/.exec(path);
  return share ? share[0] : '/';
}
