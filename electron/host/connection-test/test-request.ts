import type { ClientCertificate } from '../../../src/contract/index.ts';

export interface TestRequest {
  readonly url: string;
  readonly certificate?: ClientCertificate | undefined;
  readonly authorityPath?: string | undefined;
  readonly password?: string | undefined;
}
