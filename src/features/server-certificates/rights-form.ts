/** The form of name, clearance and rights of a certificate. Pure. */
import type { CertificateRights, RegisteredCertificate } from '../../protocol/server-certificates.ts';
import type { SelectOption } from '../../ui/index.ts';
import { LIMITED } from './certificate-list.ts';

export interface RightsForm {
  readonly name: string;
  readonly clearance: string;
  readonly rows: readonly RightRow[];
}

export interface RightRow {
  readonly database: string;
  readonly right: string;
}

export const emptyRights: RightsForm = { name: '', clearance: LIMITED, rows: [] };

const clearances: readonly SelectOption[] = [
  { value: LIMITED, label: 'User: rights on single databases' },
  { value: 'Operator', label: 'Operator: all databases, no cluster' },
  { value: 'ClusterAdmin', label: 'Cluster administrator: everything' },
];

/** With the current one, where it is another. */
export function clearanceOptions(current: string): readonly SelectOption[] {
  return clearances.some(({ value }) => value === current)
    ? clearances
    : [...clearances, { value: current, label: current }];
}

export const rightOptions: readonly SelectOption[] = [
  { value: 'Read', label: 'Read' },
  { value: 'ReadWrite', label: 'Read and write' },
  { value: 'Admin', label: 'Administrator' },
];

export function formOf({ name, clearance, permissions }: RegisteredCertificate): RightsForm {
  return { name, clearance, rows: [...permissions].map(([database, right]) => ({ database, right })) };
}

export type CheckedRights =
  | { readonly ok: true; readonly rights: CertificateRights }
  | { readonly ok: false; readonly problem: string };

export function checkRights({ name, clearance, rows }: RightsForm): CheckedRights {
  if (name.trim() === '') return { ok: false, problem: 'Enter a name for the certificate.' };
  const permissions = new Map<string, string>();
  if (clearance === LIMITED) {
    const known = new Set<string>();
    for (const { database, right } of rows) {
      const own = database.trim();
      if (own === '') return { ok: false, problem: 'Enter the name of each database, or remove its line.' };
      // RavenDB ignores the case of database names.
      if (known.has(own.toLowerCase())) return { ok: false, problem: `${own} is listed twice.` };
      known.add(own.toLowerCase());
      permissions.set(own, right);
    }
    if (permissions.size === 0)
      return { ok: false, problem: 'Add a database: a user without rights cannot do anything.' };
  }
  return { ok: true, rights: { name: name.trim(), clearance, permissions } };
}
