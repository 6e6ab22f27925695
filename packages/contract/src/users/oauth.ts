/**
 * The token endpoint, `POST /oauth/token`: three grants, JSON or form bodies, and its own error format (API v3 §1.4).
 */
import { z } from 'zod';
import { limits } from '../common/limits.ts';

/** The id and secret of the browser client, which every client of this API knows. They protect nothing. */
export const webClient = {
  id: 'ushahidiui',
  secret: '35e7f0bca957836d05ca0492211b0ac707671261',
} as const;

export const TokenRequest = z.object({
  grant_type: z.string().max(limits.varchar),
  client_id: z.string().max(limits.varchar),
  client_secret: z.string().max(limits.varchar),
  scope: z.string().max(limits.scopes).default(''),
  username: z.string().max(limits.varchar).optional(),
  password: z.string().max(limits.varchar).optional(),
  refresh_token: z.string().max(limits.varchar).optional(),
  /** Extension, with a password: device proofs from earlier logins, separated by spaces; empty requests one. */
  device: z.string().max(limits.knownDevices.maxProofLength).optional(),
  /** Extension, with a password: the time zone of the device, such as `Africa/Nairobi`, for the list of sessions. */
  time_zone: z.string().max(64).optional(),
});
export type TokenRequest = z.input<typeof TokenRequest>;

export const Token = z.object({
  token_type: z.literal('Bearer'),
  /** Seconds. */
  expires_in: z.number().int(),
  access_token: z.string(),
  refresh_token: z.string().optional(),
  /** Extension: the proof for this device, if one was requested. */
  device: z.string().optional(),
});
export type Token = z.infer<typeof Token>;

/** The errors of the token endpoint. */
export const tokenErrors = {
  invalid_credentials: { status: 401, message: 'The user credentials were incorrect.' },
  invalid_client: { status: 401, message: 'Client authentication failed.' },
  unsupported_grant_type: {
    status: 400,
    message: 'The authorization grant type is not supported by the authorization server.',
  },
  invalid_request: {
    status: 400,
    message: 'The request is missing a required parameter or has an invalid one.',
  },
  invalid_refresh_token: { status: 401, message: 'The refresh token is invalid.' },
  invalid_scope: { status: 400, message: 'The requested scope is invalid, unknown, or malformed.' },
} as const;

export const TokenError = z.object({
  error: z.string(),
  message: z.string(),
  hint: z.string().optional(),
  /** Extension: seconds until another attempt is allowed, after too many wrong ones; the same as `Retry-After`. */
  retry_after: z.number().int().optional(),
});
