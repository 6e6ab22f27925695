/** The verification record of a post: who found what, by which evidence. The latest entry that is not withdrawn counts. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { ApiDate, BooleanIn, Id, IdOut, OptionalText } from '../common/scalars.ts';
import { PostVerification, VerificationStatus } from '../posts/post-verification.ts';
import { TeamMember } from './reviewers.ts';

const needs = ['Manage Posts'] as const;

/** One entry. */
export const Verification = PostVerification.extend({
  id: IdOut,
  /** Who recorded it; null when the account was deleted. */
  user: TeamMember.nullable(),
  /** A link or a text. */
  evidence: z.string().nullable(),
  note: z.string().nullable(),
  created: ApiDate,
  /** When it was withdrawn; null: it is not. */
  withdrawn: ApiDate.nullable(),
  withdrawn_by: TeamMember.nullable(),
});
export type Verification = z.infer<typeof Verification>;

/** The record of a post. */
export const VerificationRecord = PostVerification.extend({
  post_id: IdOut,
  /** The latest entries, the newest first. */
  history: z.array(Verification),
});
export type VerificationRecord = z.infer<typeof VerificationRecord>;

const optionalText = OptionalText.pipe(z.string().max(limits.note).nullable()).default(null);

/** A new entry. */
export const VerificationInput = z.object({
  status: VerificationStatus,
  /** For `verified` only. */
  sources: z.coerce.number().int().min(1).max(limits.verificationSources).default(1),
  evidence: optionalText,
  note: optionalText,
});
export type VerificationInput = z.output<typeof VerificationInput>;

const params = z.object({ id: Id });

export const readVerifications = defineEndpoint({
  name: 'readVerifications',
  method: 'GET',
  path: '/posts/{id}/verifications',
  summary: 'The verification record of a post; for those who may review it',
  scope: 'posts',
  token: 'required',
  needs,
  params,
  response: VerificationRecord,
});

export const verifyPost = defineEndpoint({
  name: 'verifyPost',
  method: 'POST',
  path: '/posts/{id}/verifications',
  summary: 'Record how sure the team is about a post',
  scope: 'posts',
  needs,
  params,
  body: VerificationInput,
  response: VerificationRecord,
});

export const withdrawVerification = defineEndpoint({
  name: 'withdrawVerification',
  method: 'PUT',
  path: '/posts/{id}/verifications/{verificationId}',
  summary: 'Withdraw an entry of the record, or let it count again; the entry before it counts meanwhile',
  scope: 'posts',
  needs,
  params: z.object({ id: Id, verificationId: Id }),
  body: z.object({ withdrawn: BooleanIn }),
  response: VerificationRecord,
});
