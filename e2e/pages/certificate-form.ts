import type { Locator } from '@playwright/test';
import { certificateFile } from '../environment/secured-ravendb.ts';

/** Chooses PEM files of a test certificate and its authority, in the form of a server. */
export async function choosePemFiles(form: Locator, name: string): Promise<void> {
  await form.getByLabel('Client certificate', { exact: true }).click();
  await form
    .page()
    .getByRole('option', { name: /^PEM files/ })
    .click();
  await form.getByLabel('Certificate file', { exact: true }).fill(certificateFile(`${name}.crt`));
  await form.getByLabel('Private key file', { exact: true }).fill(certificateFile(`${name}.key`));
  await form.getByLabel('CA certificate', { exact: true }).fill(certificateFile('ca.crt'));
}
