/** Retention of personal data. An extension of API v3. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { typeError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';

/**
 * `authors`: names and e-mail addresses of authors without an account. `private_answers`: answers that only the team
 * sees. `messages`: texts of messages. `contacts`: numbers and addresses of people without an account. `audit`: the
 * audit log.
 */
export const retentionRules = ['authors', 'private_answers', 'messages', 'contacts', 'audit'] as const;
/** A kind of data with its own retention period. */
export type RetentionRule = (typeof retentionRules)[number];

const { min, max } = limits.retentionDays;
/** A number of days as sent or typed; empty keeps the data forever. */
const Days = z
  .union([
    z.null(),
    z.literal('').transform(() => null),
    z.number().int(),
    z
      .string()
      .trim()
      .regex(/^\d+$/, { error: typeError('a whole number') })
      .transform(Number),
  ])
  .pipe(z.number().min(min).max(max).nullable());

const forEachRule = <S extends z.ZodType>(schema: S) =>
  Object.fromEntries(retentionRules.map((rule) => [rule, schema])) as Record<RetentionRule, S>;

/** The configuration group `retention`: days after which each kind of data is deleted; absent or null keeps it. */
export const RetentionInput = z.looseObject(forEachRule(Days.optional()));

export const previewRetention = defineEndpoint({
  name: 'previewRetention',
  method: 'GET',
  path: '/retention/preview',
  summary: 'How much these retention periods would delete now; changes nothing',
  scope: 'config',
  token: 'required',
  needs: ['Manage Settings'],
  query: z.object(forEachRule(Days.optional())),
  response: z.object(forEachRule(z.number().int())),
});
