/** The token endpoint, `POST /oauth/token`: three grants, JSON or form bodies, an error shape of its own (API v3 §1.4). */
import { z } from 'zod';
import { limits } from '../common/limits.ts';

/** The browser client's own id and secret, as every client of this API knows them. They protect nothing. */
export const webClient = {
  id: 'ushahidiui',
  secret: '35e7f0bca957836d05ca0492211b0ac707671261',
} as const;

export const TokenRequest = z.object({
  grant_type: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  scope: z.string().default(''),
  username: z.string().optional(),
  password: z.string().optional(),
  refresh_token: z.string().optional(),
  /** Extension, with a password: the proofs that earlier logins gave this device, with spaces between; empty asks for one. */
  device: z.string().max(limits.knownDevices.maxProofLength).optional(),
  /** Extension, with a password: the time zone that the device says it is in, `Africa/Nairobi`, for the list of logins. */
  time_zone: z.string().max(64).optional(),
});
export type TokenRequest = z.input<typeof TokenRequest>;

export const Token = z.object({
  token_type: z.literal('Bearer'),
  /** Seconds. */
  expires_in: z.number().int(),
  access_token: z.string(),
  refresh_token: z.string().optional(),
  /** Extension: the proof for this device to keep, if one was asked for. */
  device: z.string().optional(),
});
export type Token = z.infer<typeof Token>;

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
  /** Extension: seconds until another try is looked at, after too many wrong ones; `Retry-After` says the same. */
  retry_after: z.number().int().optional(),
});
