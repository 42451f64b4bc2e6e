import { z } from 'zod';

export const updateFeed = z.object({
  url: z.string(),
  /** Ed25519, as base64 of its SubjectPublicKeyInfo. */
  publicKey: z.string(),
});
export type UpdateFeed = z.infer<typeof updateFeed>;

/**
 * The feed of this build. `scripts/build-bundles.ts` replaces the expression with the value of the package description;
 * null where a build names none, and in tests.
 */
export function configuredFeed(): UpdateFeed | null {
  const text = process.env.ROOKERY_UPDATE_FEED;
  return text === undefined || text === '' ? null : updateFeed.parse(JSON.parse(text));
}
