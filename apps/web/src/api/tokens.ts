/** Bearer tokens: getting one for an account or for a visitor, keeping it on the device until it expires (wire 1.4, 7.1). */
import { TokenError, type TokenRequest, webClient } from '@waypost/contract/oauth';
import { anonymousScopes, everyScope } from '@waypost/contract/scopes';
import { z } from 'zod';
import { backendAddress } from './address.ts';
import { ApiError, notReached } from './api-error.ts';
import { storedOnDevice } from './store.ts';

const KeptToken = z.object({
  accessToken: z.string(),
  /** Milliseconds of the epoch. */
  expires: z.number(),
  grant: z.enum(['password', 'client_credentials']),
});
export type KeptToken = z.infer<typeof KeptToken>;

/** Other servers of this API may say `expires`, in seconds of the epoch, instead of `expires_in`. */
const TokenAnswer = z.object({
  access_token: z.string(),
  expires_in: z.number().optional(),
  expires: z.number().optional(),
  device: z.string().optional(),
});

/** Proofs that are kept; the oldest goes. */
const maxProofs = 5;

/**
 * Proofs that somebody has logged in on this device before: with them, wrong passwords tried elsewhere do not keep its
 * people out. They open nothing by themselves, name nobody, and stay when somebody logs out.
 */
const deviceProofs = storedOnDevice(
  'waypost.device',
  (it): string[] => z.array(z.string().max(64)).max(maxProofs).safeParse(it).data ?? [],
);

const timeZone = (): string | undefined => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Seconds to wait that an answer tells; browsers show the header of another origin only if that allows it. */
function waitIn(answer: Response, told: number | undefined): number | undefined {
  const seconds = told ?? Number(answer.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

export const keptToken = storedOnDevice(
  'waypost.token',
  (it): KeptToken | null => KeptToken.safeParse(it).data ?? null,
);

/** The token to send, unless it has expired. */
export function validToken(now = Date.now()): KeptToken | null {
  const token = keptToken.get();
  return token !== null && token.expires > now ? token : null;
}

/** Whether somebody is logged in, or was until the token expired: a visitor's token must not take its place unseen. */
export const isAccountToken = (): boolean => keptToken.get()?.grant === 'password';

/** Whether somebody was logged in until the token expired. */
export const isSessionOver = (): boolean => isAccountToken() && validToken() === null;

let asksAgain = false;
/** Whether the login ended and is being asked for again: until that is decided nothing is sent in anybody's name. */
export const isLoginAsked = (): boolean => asksAgain;
export function setLoginAsked(it: boolean): void {
  asksAgain = it;
}

/** The header of a call, or none. */
export function bearer(): Record<string, string> {
  const token = validToken();
  return token ? { authorization: `Bearer ${token.accessToken}` } : {};
}

async function requestToken(grant: KeptToken['grant'], more: Partial<TokenRequest>): Promise<KeptToken> {
  const asked: TokenRequest = {
    grant_type: grant,
    client_id: webClient.id,
    client_secret: webClient.secret,
    ...more,
  };
  const answer = await fetch(backendAddress('/oauth/token'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(asked),
  }).catch(() => {
    throw notReached();
  });
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) {
    const told = TokenError.safeParse(body).data;
    const entry = { status: answer.status, ...(told ? { message: told.message, code: told.error } : {}) };
    throw new ApiError(answer.status, [entry], 'refused', 'read', waitIn(answer, told?.retry_after));
  }
  const token = TokenAnswer.safeParse(body).data;
  if (!token) throw new ApiError(answer.status, [], 'unreadable');
  const expires = token.expires ? token.expires * 1000 : Date.now() + (token.expires_in ?? 0) * 1000;
  if (token.device) deviceProofs.set([token.device, ...deviceProofs.get()].slice(0, maxProofs));
  return { accessToken: token.access_token, expires, grant };
}

/** A token for an account. It is not kept yet: the caller first asks whose it is. */
export const tokenForAccount = (email: string, password: string): Promise<KeptToken> =>
  requestToken('password', {
    scope: everyScope,
    username: email,
    password,
    device: deviceProofs.get().join(' '),
    time_zone: timeZone(),
  });

/**
 * Asks the server to forget the token. Nobody waits for the answer: without a network the token is gone from this device all
 * the same, and expires by itself.
 * @param before addresses that are sent a DELETE first, while the token is still good
 */
export function revokeToken(before: readonly string[] = []): void {
  if (!validToken()) return;
  const request = { method: 'DELETE', headers: bearer(), keepalive: true };
  const remove = (address: string) => fetch(address, request).catch(() => undefined);
  void Promise.all(before.map(remove)).then(() => remove(backendAddress('/oauth/token')));
}

/** A visitor's token that is kept nowhere, for what a visitor left on this device; the kept one when it is a visitor's. */
export async function visitorToken(): Promise<string> {
  const kept = validToken();
  if (kept?.grant === 'client_credentials') return kept.accessToken;
  return (await requestToken('client_credentials', { scope: anonymousScopes.join(' ') })).accessToken;
}

let fetching: Promise<void> | null = null;

/** Gets and keeps a visitor's token. Calls that fail at the same time wait for the same one. */
export function fetchVisitorToken(): Promise<void> {
  fetching ??= requestToken('client_credentials', { scope: anonymousScopes.join(' ') })
    .then((token) => keptToken.set(token))
    .finally(() => {
      fetching = null;
    });
  return fetching;
}
