/**
 * Finding out what is wrong with an installation (spec 1 §2 "Setup diagnostics page", API v3 §2.23): the checks there are, and
 * what the server says of itself. It says nothing unless its operator has switched the install debug checks on.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';

/** Every check of the page, in its order. By these names an operator switches them off. */
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

/** Says `off` on an answer 204: the check is disabled on the server. */
export const installDebugHeader = 'X-Ushahidi-Platform-Install-Debug-Mode';

export const DiagnosisFinding = z.object({
  message: z.string(),
  /** What to do, or more about it. */
  explainer: z.string().nullish(),
});
export type DiagnosisFinding = z.infer<typeof DiagnosisFinding>;

/** Either what is fine or what is not. */
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
});

export const verifyEnvironment = defineEndpoint({
  name: 'verifyEnvironment',
  method: 'GET',
  path: '/verifier/env',
  summary: 'Whether the server has what it needs around it; 204 while the install debug checks are off',
  scope: null,
  response: Diagnosis.nullable(),
});
