/** What is told of people, and how long it is kept. An extension of API v3. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';

/**
 * `authors`: names and e-mail addresses of authors without an account. `private_answers`: answers that the team alone sees.
 * `messages`: what messages say. `contacts`: numbers and addresses of people without an account. `audit`: who did what.
 */
export const retentionRules = ['authors', 'private_answers', 'messages', 'contacts', 'audit'] as const;
export type RetentionRule = (typeof retentionRules)[number];

const { min, max } = limits.retentionDays;
/** A number of days as it is sent or typed; nothing keeps for good. */
const Days = z
  .union([
    z.null(),
    z.literal('').transform(() => null),
    z.number().int(),
    z.string().trim().regex(/^\d+$/).transform(Number),
  ])
  .pipe(z.number().min(min).max(max).nullable());

/** Days after which each goes; absent or null keeps it. The configuration group `retention`. */
export const RetentionInput = z.looseObject({
  authors: Days.optional(),
  private_answers: Days.optional(),
  messages: Days.optional(),
  contacts: Days.optional(),
  audit: Days.optional(),
});

const Count = z.number().int();

export const previewRetention = defineEndpoint({
  name: 'previewRetention',
  method: 'GET',
  path: '/retention/preview',
  summary: 'How much would go now with these numbers of days; nothing is changed',
  scope: 'config',
  token: 'required',
  needs: ['Manage Settings'],
  query: z.object({
    authors: Days.optional(),
    private_answers: Days.optional(),
    messages: Days.optional(),
    contacts: Days.optional(),
    audit: Days.optional(),
  }),
  response: z.object({
    authors: Count,
    private_answers: Count,
    messages: Count,
    contacts: Count,
    audit: Count,
  }),
});
