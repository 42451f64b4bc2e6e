/** Opens a debug package and shows its first node. */
import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../app/registry/index.ts';
import { MAX_ARCHIVE_BYTES, openDebugPackage } from '../../protocol/debug-package/package-archive.ts';
import { openPackages } from '../../protocol/debug-package/open-packages.ts';
import { pluralize } from '../../ui/index.ts';

export function useOpenPackage(): (file: File) => Promise<void> {
  const session = useSession();
  const queries = useQueryClient();
  return async (file) => {
    try {
      if (file.size > MAX_ARCHIVE_BYTES)
        throw new Error(`${file.name} is larger than 512 MB, the limit for a debug package.`);
      const pack = await openDebugPackage(new Uint8Array(await file.arrayBuffer()), file.name);
      const ids = openPackages.add(pack);
      // Answers of a package that was open before can be older.
      for (const id of ids) queries.removeQueries({ queryKey: [id] });
      await queries.invalidateQueries({ queryKey: ['app', 'connections'] });
      const [first] = ids;
      if (first === undefined) return;
      session.notify({
        kind: pack.problems.length > 0 ? 'warning' : 'success',
        message: `Opened ${pluralize(ids.length, 'node')} of ${file.name}.`,
        ...(pack.problems.length > 0 ? { detail: pack.problems.join('\n') } : {}),
      });
      session.openScreen('debug-package', { connectionId: first });
    } catch (thrown) {
      session.reportError(thrown, `Opening ${file.name}`);
    }
  };
}
