/** The session: an account with its role's permissions, or a visitor (spec 1 §4, §6). */

import { builtInRoles, type Permission } from '@waypost/contract/common/permissions';
import { releaseLocks } from '@waypost/contract/posts/post-locks';
import { listRoles } from '@waypost/contract/users/roles';
import { readMe, updateMe } from '@waypost/contract/users/users';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { setAccountLanguageSource } from '../ui/i18n/i18n.ts';
import { call } from './call.ts';
import { isPrivateDeployment, useConfig } from './config.ts';
import { createDeviceStore, useDeviceStore } from './device-store.ts';
import { buildEndpointUrl } from './endpoint-url.ts';
import { postponedDeletions } from './postponed-deletions.ts';
import {
  getValidToken,
  isAccountToken,
  requestAccountToken,
  revokeToken,
  setReauthenticationPending,
  storedToken,
} from './tokens.ts';

const Account = z.object({
  id: z.number(),
  realname: z.string().nullable(),
  email: z.string().nullable(),
  role: z.string().nullable(),
  permissions: z.array(z.string()),
  gravatar: z.string().nullable(),
  language: z.string().nullable(),
});
/** The logged-in account, as stored on the device. */
export type Account = z.infer<typeof Account>;

const storedAccount = createDeviceStore(
  'waypost.account',
  (it): Account | null => Account.safeParse(it).data ?? null,
);

type SessionListener = (account: Account | null, before: Account | null) => void;
const sessionListeners = new Set<SessionListener>();

/** Number of logouts in this page; see `useLogoutCount`. */
let logoutCount = 0;
let currentOwner = storedAccount.get();
/** While this tab changes the session itself, it calls the listeners itself. */
let isChangingInThisTab = false;

/** Whether the "logged out" screen is shown. */
let isLoggedOut = false;
/** Whether the session is being ended without that screen: it had expired, or the user continues as a visitor. */
let isQuietEnd = false;
const loggedOutListeners = new Set<() => void>();

function setLoggedOut(value: boolean): void {
  if (isLoggedOut === value) return;
  isLoggedOut = value;
  for (const listener of loggedOutListeners) listener();
}

const subscribeLoggedOut = (listener: () => void) => {
  loggedOutListeners.add(listener);
  return () => loggedOutListeners.delete(listener);
};

/** Closes the "logged out" screen: the user continues as a visitor. */
export const dismissLoggedOut = (): void => setLoggedOut(false);

/** Whether to show the "logged out" screen, after a logout in this tab or another. */
export const useIsLoggedOut = (): boolean => useSyncExternalStore(subscribeLoggedOut, () => isLoggedOut);

storedAccount.subscribe(() => {
  const before = currentOwner;
  currentOwner = storedAccount.get();
  if (before?.id === currentOwner?.id) return;
  if (before !== null) logoutCount += 1;
  setLoggedOut(before !== null && currentOwner === null && !isQuietEnd);
  // Another tab logged in or out: this tab must not show data of the previous account either.
  if (!isChangingInThisTab) for (const listener of sessionListeners) listener(currentOwner, before);
});

/** Changes at each logout, in this tab or another. Used as a React key, it clears the screen of the previous person's work. */
export const useLogoutCount = (): number => useSyncExternalStore(storedAccount.subscribe, () => logoutCount);

/** Called after a login or logout: data of the previous session is no longer valid. @returns a function that removes the listener */
export function onSessionChange(listener: SessionListener): () => void {
  sessionListeners.add(listener);
  return () => sessionListeners.delete(listener);
}
function setAccount(next: Account | null): void {
  setReauthenticationPending(false);
  const before = storedAccount.get();
  isChangingInThisTab = true;
  storedAccount.set(next);
  isChangingInThisTab = false;
  for (const listener of sessionListeners) listener(next, before);
}

/** The account, or null for a visitor or an expired session. */
export const getCurrentAccount = (): Account | null =>
  getValidToken()?.grant === 'password' ? storedAccount.get() : null;

setAccountLanguageSource(() => getCurrentAccount()?.language ?? null);

/** The same for components. An expired token counts until it is removed. */
export function useAccount(): Account | null {
  const account = useDeviceStore(storedAccount);
  const token = useDeviceStore(storedToken);
  return token?.grant === 'password' ? account : null;
}

/** The account whose data is on the screen: also while its expired session is renewed, so that forms keep their content. */
export const getScreenOwner = (): Account | null => storedAccount.get();
/** The same for components. */
export const useScreenOwner = (): Account | null => useDeviceStore(storedAccount);

/** Whether only the login screen is available: a visitor at a private deployment. Other requests would be rejected. */
export const useIsLoginRequired = (): boolean => {
  const isPrivate = isPrivateDeployment(useConfig());
  return useAccount() === null && isPrivate;
};

/** The role `admin` has every permission (spec 1 §6). */
export const hasPermission = (account: Account | null, permission: Permission): boolean =>
  account !== null && (account.role === builtInRoles.admin || account.permissions.includes(permission));

/** Whether the account has one of the permissions; for menus. For entities use their `allowed_privileges`. */
export const useHasPermission = (...anyOf: Permission[]): boolean => {
  const account = useAccount();
  return anyOf.some((permission) => hasPermission(account, permission));
};

async function fetchAccount(): Promise<Account> {
  const me = await call(readMe, {});
  const permissions = me.role
    ? await call(listRoles, { query: { name: me.role } }).then(
        ({ results }) => results[0]?.permissions ?? [],
        () => [],
      )
    : [];
  return {
    id: me.id,
    realname: me.realname,
    email: me.email ?? null,
    role: me.role ?? null,
    permissions,
    gravatar: me.gravatar ?? null,
    language: me.language ?? null,
  };
}

/** Logs in. @throws ApiError: 401 for a wrong address or password */
export async function login(email: string, password: string): Promise<Account> {
  const previousToken = storedToken.get();
  storedToken.set(await requestAccountToken(email, password));
  try {
    const me = await fetchAccount();
    setAccount(me);
    return me;
  } catch (error) {
    storedToken.set(previousToken?.grant === 'password' ? null : previousToken);
    throw error;
  }
}

/** Fetches the account again after its name or rights have changed; other data is not fetched again. */
export async function refreshAccount(): Promise<void> {
  storedAccount.set(await fetchAccount());
}

/** Stores the language as the account's. It applies on this device even if the request fails. */
export async function saveAccountLanguage(language: string): Promise<void> {
  const me = getCurrentAccount();
  if (!me) return;
  storedAccount.set({ ...me, language });
  await call(updateMe, { body: { language } }).catch(() => undefined);
}

/**
 * Logs out: sends postponed deletions, releases post locks, revokes the token, and deletes the account's data from this device.
 */
export function logout(): void {
  const account = getCurrentAccount();
  revokeToken([
    ...(postponedDeletions.current?.takeAll() ?? []),
    ...(hasPermission(account, 'Manage Posts') ? [buildEndpointUrl(releaseLocks, {})] : []),
  ]);
  forgetSession();
}

/** At the start: ends a session that expired while the app was closed, without a message. */
export function dropExpiredSession(): void {
  if (storedToken.get() && !getValidToken()) storedToken.set(null);
  if (isAccountToken()) return;
  isQuietEnd = true;
  storedAccount.set(null);
  isQuietEnd = false;
}

/** Ends the session on this device without a request: the server has already rejected the token. */
export function forgetSession(): void {
  storedToken.set(null);
  setAccount(null);
}

/** The same for an expired session without the "logged out" screen: the user continues as a visitor on the same screen. */
export function giveUpSession(): void {
  isQuietEnd = true;
  forgetSession();
  isQuietEnd = false;
}

/**
 * The server has rejected the token. The screen stays until the user decides: `login` as the same person keeps it,
 * `giveUpSession` continues as a visitor.
 */
export function suspendSession(): void {
  setReauthenticationPending(true);
  storedToken.set(null);
}
