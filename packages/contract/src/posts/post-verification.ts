/** How sure the team is about a post. */
import { z } from 'zod';
import { queryList } from '../common/scalars.ts';

export const verificationStatuses = ['unverified', 'verified', 'disputed', 'false'] as const;
/** The result of the latest verification; posts without one are unverified. */
export const VerificationStatus = z.enum(verificationStatuses);
export type VerificationStatus = z.infer<typeof VerificationStatus>;

/** The verification of a post that counts. */
export const PostVerification = z.object({
  status: VerificationStatus,
  /** How many sources confirm it; null unless `verified`. */
  sources: z.number().int().nullable(),
});
export type PostVerification = z.infer<typeof PostVerification>;

export const extraFieldNames = ['verification', 'merging', 'areas', 'thumbnail'] as const;

/** Parameter for fields of posts that other servers and clients do not have. */
export const ExtraFields = z.object({
  with: queryList(z.enum(extraFieldNames)).optional(),
});
