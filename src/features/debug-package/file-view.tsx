import { useQuery } from '@tanstack/react-query';
import type { PackageFile, PackageNode } from '../../protocol/debug-package/package-archive.ts';
import { CopyButton, ErrorView, formatBytes, SkeletonRows } from '../../ui/index.ts';
import styles from './debug-package.module.css';

/** More text would make the page slow; copying takes all of it. */
const MAX_SHOWN = 500_000;

/** The text of a file; JSON is indented. */
export function FileView({ node, file }: { readonly node: PackageNode; readonly file: PackageFile }) {
  const text = useQuery({
    queryKey: [node.id, '@package-file', file.name],
    queryFn: async () => indented(await file.read()),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  if (text.isError) return <ErrorView error={text.error} doing={`Reading ${file.name}`} />;
  if (text.data === undefined) return <SkeletonRows label={`Reading ${file.name}`} />;
  const all = text.data;
  return (
    <section className={styles.file} aria-label={file.name}>
      <header className={styles.fileHead}>
        <h3>{file.name}</h3>
        <CopyButton iconOnly label="Copy file" text={() => all} />
      </header>
      {all.length > MAX_SHOWN && (
        <p className={styles.status}>
          The first {formatBytes(MAX_SHOWN)} of {formatBytes(all.length)} are shown. Copy takes all of it.
        </p>
      )}
      <pre className={styles.text} tabIndex={0}>
        {all.slice(0, MAX_SHOWN)}
      </pre>
    </section>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Logs, `.error` files and what the server wrote incompletely stay as they are.
    return text;
  }
}
