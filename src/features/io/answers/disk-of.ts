/**
 * Which disk an environment lies on, as far as its path tells. RavenDB's statistics name no disk: different drive letters and shares are
 * different disks, everything else of one server is taken for the same one, and what is shown says so.
 */
export function diskOf(path: string): string {
  const drive = /^([a-z]):/i.exec(path)?.[1];
  if (drive !== undefined) return `${drive.toUpperCase()}:`;
  const share = /^\\\\([^\\]+)\\([^\\]+)/.exec(path);
  return share ? share[0] : '/';
}
