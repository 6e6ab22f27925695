/** Bearer tokens: requesting them for an account or a visitor, storing them on the device (API v3 §1.4, §7.1). */

import { allScopes, anonymousScopes } from '@waypost/contract/common/scopes';
import { TokenError, type TokenRequest, webClient } from '@waypost/contract/users/oauth';
import { z } from 'zod';
import { ApiError, createNetworkError, parseApiError } from './api-error.ts';
import { createDeviceStore } from './device-store.ts';
import { buildBackendUrl } from './endpoint-url.ts';

const StoredToken = z.object({
  accessToken: z.string(),
  /** Milliseconds since the epoch. */
  expires: z.number(),
  grant: z.enum(['password', 'client_credentials']),
});
/** The token as it is stored on the device. */
export type KeptToken = z.infer<typeof StoredToken>;

/** Other servers of this API may send `expires`, in seconds since the epoch, instead of `expires_in`. */
const TokenResponse = z.object({
  access_token: z.string(),
  expires_in: z.number().optional(),
  expires: z.number().optional(),
  device: z.string().optional(),
});

/** Maximum number of stored device proofs; the oldest is dropped. */
const maxDeviceProofs = 5;

/**
 * Proofs of earlier logins on this device: with them, wrong passwords tried elsewhere do not lock out the people who use it.
 * They grant no access, identify nobody, and are kept after a logout.
 */
const deviceProofs = createDeviceStore(
  'waypost.device',
  (it): string[] => z.array(z.string().max(64)).max(maxDeviceProofs).safeParse(it).data ?? [],
);

const getTimeZone = (): string | undefined => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Seconds to wait, from the body or the header. For other origins browsers expose the header only if CORS allows it. */
function parseRetryAfter(response: Response, bodySeconds: number | undefined): number | undefined {
  const seconds = bodySeconds ?? Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/** The current token, of an account or a visitor; it may have expired. */
export const storedToken = createDeviceStore(
  'waypost.token',
  (it): KeptToken | null => StoredToken.safeParse(it).data ?? null,
);

/** The token to send; null when there is none or it has expired. */
export function getValidToken(now = Date.now()): KeptToken | null {
  const token = storedToken.get();
  return token !== null && token.expires > now ? token : null;
}

/** Whether the stored token is an account's, also if it has expired: a visitor's token must not replace it silently. */
export const isAccountToken = (): boolean => storedToken.get()?.grant === 'password';

/** Whether the session of an account has expired. */
export const isSessionExpired = (): boolean => isAccountToken() && getValidToken() === null;

let reauthenticationPending = false;
/** Whether the login dialog of an expired session is open: until it is closed no request is sent with a token. */
export const isReauthenticationPending = (): boolean => reauthenticationPending;
/** Sets whether that dialog is open. */
export function setReauthenticationPending(isPending: boolean): void {
  reauthenticationPending = isPending;
}

/** The authorization header of a call; empty without a valid token. */
export function getAuthorizationHeader(): Record<string, string> {
  const token = getValidToken();
  return token ? { authorization: `Bearer ${token.accessToken}` } : {};
}

async function requestToken(
  grant: KeptToken['grant'],
  parameters: Partial<TokenRequest>,
): Promise<KeptToken> {
  const tokenRequest: TokenRequest = {
    grant_type: grant,
    client_id: webClient.id,
    client_secret: webClient.secret,
    ...parameters,
  };
  const response = await fetch(buildBackendUrl('/oauth/token'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(tokenRequest),
  }).catch(() => {
    throw createNetworkError();
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    const { status } = response;
    const tokenError = TokenError.safeParse(body).data;
    // A server that fails answers in the format of the other requests.
    throw new ApiError(
      status,
      tokenError
        ? [{ status, message: tokenError.message, code: tokenError.error }]
        : parseApiError(status, body).entries,
      'rejected',
      'read',
      parseRetryAfter(response, tokenError?.retry_after),
    );
  }
  const token = TokenResponse.safeParse(body).data;
  if (!token) throw new ApiError(response.status, [], 'unreadable');
  const expires = token.expires ? token.expires * 1000 : Date.now() + (token.expires_in ?? 0) * 1000;
  if (token.device) deviceProofs.set([token.device, ...deviceProofs.get()].slice(0, maxDeviceProofs));
  return { accessToken: token.access_token, expires, grant };
}

/** Requests a token for an account. The caller stores it. */
export const requestAccountToken = (email: string, password: string): Promise<KeptToken> =>
  requestToken('password', {
    scope: allScopes,
    username: email,
    password,
    device: deviceProofs.get().join(' '),
    time_zone: getTimeZone(),
  });

/**
 * Revokes the token on the server without waiting for the response: offline it is removed from this device all the same and
 * expires by itself.
 * @param urlsToDeleteFirst URLs that get a DELETE request first, while the token is still valid
 */
export function revokeToken(urlsToDeleteFirst: readonly string[] = []): void {
  if (!getValidToken()) return;
  const request = { method: 'DELETE', headers: getAuthorizationHeader(), keepalive: true };
  const remove = (url: string) => fetch(url, request).catch(() => undefined);
  void Promise.all(urlsToDeleteFirst.map(remove)).then(() => remove(buildBackendUrl('/oauth/token')));
}

/** A visitor's token for what visitors left on this device: the stored one if it is a visitor's, else a new one, not stored. */
export async function getVisitorToken(): Promise<string> {
  const current = getValidToken();
  if (current?.grant === 'client_credentials') return current.accessToken;
  return (await requestToken('client_credentials', { scope: anonymousScopes.join(' ') })).accessToken;
}

let visitorTokenRequest: Promise<void> | null = null;

/** Requests a visitor's token, and stores it unless an account has one by then. Concurrent calls share one request. */
export function fetchVisitorToken(): Promise<void> {
  visitorTokenRequest ??= requestToken('client_credentials', { scope: anonymousScopes.join(' ') })
    .then((token) => {
      // Somebody may have logged in meanwhile.
      if (!isAccountToken()) storedToken.set(token);
    })
    .finally(() => {
      visitorTokenRequest = null;
    });
  return visitorTokenRequest;
}
