import type { ScreenProps } from '../../app/registry/index.ts';
import { capabilitiesOf } from '../../contract/index.ts';
import { isPackageId, openPackages } from '../../protocol/debug-package/open-packages.ts';
import { DownloadPane } from './download-pane.tsx';
import { PackagePane } from './package-pane.tsx';

export default function DebugPackageScreen({ tabId, connectionId }: ScreenProps) {
  const open = openPackages.get(connectionId);
  if (open) return <PackagePane key={connectionId} tabId={tabId} {...open} />;
  return (
    <DownloadPane
      connectionId={connectionId}
      canDownload={!capabilitiesOf(connectionId).builtIn && !isPackageId(connectionId)}
      wasPackage={isPackageId(connectionId)}
    />
  );
}
