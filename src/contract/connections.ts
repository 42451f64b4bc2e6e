import './no-eval.ts';
import { z } from 'zod';

/** The id of the bundled engine; always present, never removable. */
export const SANDBOX_ID = 'sandbox';

export const connectionMode = z.enum(['read-only', 'guarded', 'full']);
export type ConnectionMode = z.infer<typeof connectionMode>;

/** From least to most access. */
const modesInOrder: readonly ConnectionMode[] = ['read-only', 'guarded', 'full'];

export function allowsMore(mode: ConnectionMode, than: ConnectionMode): boolean {
  return modesInOrder.indexOf(mode) > modesInOrder.indexOf(than);
}

/**
 * The location of the client certificate. The password is never written to a file: it is prompted for and kept in
 * memory.
 */
export const clientCertificate = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pfx'), path: z.string().min(1) }),
  z.object({ kind: z.literal('pem'), certificatePath: z.string().min(1), keyPath: z.string().min(1) }),
]);
export type ClientCertificate = z.infer<typeof clientCertificate>;

const connectionBase = {
  id: z.string().min(1).max(64),
  name: z.string().min(1).max(120),
  colour: z.enum(['slate', 'blue', 'green', 'amber', 'red', 'violet']),
  mode: connectionMode,
};

export const sandboxConnection = z.object({ ...connectionBase, kind: z.literal('sandbox') });
export const serverConnection = z.object({
  ...connectionBase,
  kind: z.literal('server'),
  url: z.url({ protocol: /^https?$/ }),
  certificate: clientCertificate.optional(),
  /** A PEM file with a CA certificate to trust in addition to the system's. */
  authorityPath: z.string().min(1).optional(),
});
export const connection = z.discriminatedUnion('kind', [sandboxConnection, serverConnection]);
export type Connection = z.infer<typeof connection>;
export type ServerConnection = z.infer<typeof serverConnection>;

/** A connection as listed by the UI: the stored part and its current state. */
export const connectionView = z.object({
  connection,
  /** Why it is unusable (the engine failed to open, a file is missing). */
  problem: z.string().optional(),
  needsPassword: z.boolean(),
});
export type ConnectionView = z.infer<typeof connectionView>;

export const testStep = z.object({
  step: z.enum(['address', 'dns', 'tcp', 'tls', 'certificate', 'http', 'version', 'access']),
  ok: z.boolean(),
  message: z.string(),
  detail: z.string().optional(),
  ms: z.number(),
});
export type TestStep = z.infer<typeof testStep>;
