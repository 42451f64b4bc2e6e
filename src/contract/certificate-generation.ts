import './no-eval.ts';
import { z } from 'zod';

/** A client certificate that the server of a connection generates. The host writes its archive to a file. */
export const certificateGeneration = z.object({
  /** Chosen by the page, for `exports.progress`. */
  id: z.string().min(8).max(64),
  connection: z.string(),
  name: z.string().min(1).max(120),
  clearance: z.string().min(1).max(40),
  /** Database → right. Only for the clearance `ValidUser`. */
  permissions: z.record(z.string().min(1).max(230), z.string().min(1).max(40)),
  /** The end, epoch ms; absent: what the server uses. */
  notAfter: z.number().int().positive().optional(),
  /** Protects the PFX file in the archive. */
  password: z.string().max(200).optional(),
});
export type CertificateGeneration = z.infer<typeof certificateGeneration>;
