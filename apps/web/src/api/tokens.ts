/** Bearer tokens: getting one for an account or for a visitor, keeping it on the device until it expires (wire 1.4, 7.1). */

import { allScopes, anonymousScopes } from '@waypost/contract/common/scopes';
import { TokenError, type TokenRequest, webClient } from '@waypost/contract/users/oauth';
import { z } from 'zod';
import { ApiError, createNetworkError } from './api-error.ts';
import { createDeviceStore } from './device-store.ts';
import { buildBackendUrl } from './endpoint-url.ts';

const StoredToken = z.object({
  accessToken: z.string(),
  /** Milliseconds of the epoch. */
  expires: z.number(),
  grant: z.enum(['password', 'client_credentials']),
});
export type KeptToken = z.infer<typeof StoredToken>;

/** Other servers of this API may say `expires`, in seconds of the epoch, instead of `expires_in`. */
const TokenResponse = z.object({
  access_token: z.string(),
  expires_in: z.number().optional(),
  expires: z.number().optional(),
  device: z.string().optional(),
});

/** Proofs that are kept; the oldest goes. */
const maxDeviceProofs = 5;

/**
 * Proofs that somebody has logged in on this device before: with them, wrong passwords tried elsewhere do not keep its
 * people out. They open nothing by themselves, name nobody, and stay when somebody logs out.
 */
const deviceProofs = createDeviceStore(
  'waypost.device',
  (it): string[] => z.array(z.string().max(64)).max(maxDeviceProofs).safeParse(it).data ?? [],
);

const getTimeZone = (): string | undefined => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Seconds to wait that an answer tells; browsers show the header of another origin only if that allows it. */
function parseRetryAfter(response: Response, told: number | undefined): number | undefined {
  const seconds = told ?? Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

export const storedToken = createDeviceStore(
  'waypost.token',
  (it): KeptToken | null => StoredToken.safeParse(it).data ?? null,
);

/** The token to send, unless it has expired. */
export function getValidToken(now = Date.now()): KeptToken | null {
  const token = storedToken.get();
  return token !== null && token.expires > now ? token : null;
}

/** Whether somebody is logged in, or was until the token expired: a visitor's token must not take its place unseen. */
export const isAccountToken = (): boolean => storedToken.get()?.grant === 'password';

/** Whether somebody was logged in until the token expired. */
export const isSessionExpired = (): boolean => isAccountToken() && getValidToken() === null;

let reauthenticationPending = false;
/** Whether the login ended and is being asked for again: until that is decided nothing is sent in anybody's name. */
export const isReauthenticationPending = (): boolean => reauthenticationPending;
export function setReauthenticationPending(isPending: boolean): void {
  reauthenticationPending = isPending;
}

/** The header of a call, or none. */
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
    const told = TokenError.safeParse(body).data;
    const entry = { status: response.status, ...(told ? { message: told.message, code: told.error } : {}) };
    throw new ApiError(
      response.status,
      [entry],
      'refused',
      'read',
      parseRetryAfter(response, told?.retry_after),
    );
  }
  const token = TokenResponse.safeParse(body).data;
  if (!token) throw new ApiError(response.status, [], 'unreadable');
  const expires = token.expires ? token.expires * 1000 : Date.now() + (token.expires_in ?? 0) * 1000;
  if (token.device) deviceProofs.set([token.device, ...deviceProofs.get()].slice(0, maxDeviceProofs));
  return { accessToken: token.access_token, expires, grant };
}

/** A token for an account. It is not kept yet: the caller first asks whose it is. */
export const requestAccountToken = (email: string, password: string): Promise<KeptToken> =>
  requestToken('password', {
    scope: allScopes,
    username: email,
    password,
    device: deviceProofs.get().join(' '),
    time_zone: getTimeZone(),
  });

/**
 * Asks the server to forget the token. Nobody waits for the answer: without a network the token is gone from this device all
 * the same, and expires by itself.
 * @param urlsToDeleteFirst addresses that are sent a DELETE first, while the token is still good
 */
export function revokeToken(urlsToDeleteFirst: readonly string[] = []): void {
  if (!getValidToken()) return;
  const request = { method: 'DELETE', headers: getAuthorizationHeader(), keepalive: true };
  const remove = (address: string) => fetch(address, request).catch(() => undefined);
  void Promise.all(urlsToDeleteFirst.map(remove)).then(() => remove(buildBackendUrl('/oauth/token')));
}

/** A visitor's token that is kept nowhere, for what a visitor left on this device; the kept one when it is a visitor's. */
export async function getVisitorToken(): Promise<string> {
  const kept = getValidToken();
  if (kept?.grant === 'client_credentials') return kept.accessToken;
  return (await requestToken('client_credentials', { scope: anonymousScopes.join(' ') })).accessToken;
}

let visitorTokenRequest: Promise<void> | null = null;

/** Gets and keeps a visitor's token. Calls that fail at the same time wait for the same one. */
export function fetchVisitorToken(): Promise<void> {
  visitorTokenRequest ??= requestToken('client_credentials', { scope: anonymousScopes.join(' ') })
    .then((token) => storedToken.set(token))
    .finally(() => {
      visitorTokenRequest = null;
    });
  return visitorTokenRequest;
}
