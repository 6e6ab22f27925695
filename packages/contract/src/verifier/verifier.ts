/**
 * Diagnosis of an installation (spec 1 §2 "Setup diagnostics page", API v3 §2.23): the list of checks and the results
 * of the server. The server only answers if its operator has enabled the install debug checks.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';

/** All checks of the page, in order. Operators disable them by these names. */
export const checkNames = [
  'network',
  'endpoints',
  'structure',
  'oauth',
  'client',
  'translation',
  'db',
  'env',
] as const;
export const CheckName = z.enum(checkNames);
export type CheckName = z.infer<typeof CheckName>;

/** The value `off` on a 204 response: the check is disabled on the server. */
export const installDebugHeader = 'X-Ushahidi-Platform-Install-Debug-Mode';

/** One result of a check. */
export const DiagnosisFinding = z.object({
  message: z.string(),
  /** What to do, or details. */
  explainer: z.string().nullish(),
});
export type DiagnosisFinding = z.infer<typeof DiagnosisFinding>;

/** Either passed or failed checks. */
export const Diagnosis = z.union([
  z.object({ success: z.array(DiagnosisFinding) }),
  z.object({ errors: z.array(DiagnosisFinding) }),
]);
export type Diagnosis = z.infer<typeof Diagnosis>;

export const verifyDatabase = defineEndpoint({
  name: 'verifyDatabase',
  method: 'GET',
  path: '/verifier/db',
  summary:
    'Whether the database answers and its tables are up to date; 204 while the install debug checks are off',
  scope: null,
  response: Diagnosis.nullable(),
  neededAtStart: true,
});

export const verifyEnvironment = defineEndpoint({
  name: 'verifyEnvironment',
  method: 'GET',
  path: '/verifier/env',
  summary: 'Whether the environment of the server is complete; 204 while the install debug checks are off',
  scope: null,
  response: Diagnosis.nullable(),
});
