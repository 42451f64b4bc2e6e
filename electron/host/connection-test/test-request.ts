import type { ClientCertificate } from '../../../src/contract/index.ts';
import type { Route } from '../routes/route.ts';
import type { ClientSecrets } from '../transport/client-credentials.ts';

export interface TestRequest {
  readonly url: string;
  readonly certificate?: ClientCertificate | undefined;
  readonly authorityPath?: string | undefined;
  readonly pinnedCertificate?: string | undefined;
  /** The way to the server; absent: directly. */
  readonly openRoute?: (url: URL) => Route | undefined;
  /** Called once, when the certificate is read. Absent: it needs none. */
  readonly secrets?: () => Promise<ClientSecrets>;
}
