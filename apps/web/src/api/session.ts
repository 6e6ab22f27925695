/** Who uses the app: an account with its role's permissions, or a visitor (spec 1 §4, §6). */

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
export type Account = z.infer<typeof Account>;

const storedAccount = createDeviceStore(
  'waypost.account',
  (it): Account | null => Account.safeParse(it).data ?? null,
);

type SessionListener = (account: Account | null, before: Account | null) => void;
const sessionListeners = new Set<SessionListener>();

/** How often somebody has left who was logged in here: whatever they had on the screen is gone with each time. */
let logoutCount = 0;
let currentOwner = storedAccount.get();
/** While this tab changes the session itself, it tells of it itself. */
let isChangingInThisTab = false;

/** Whether the screen says that somebody logged out, until whoever is here goes on. */
let isLoggedOut = false;
/** A login that was over before, or that is given up where it ended: nobody logged out. */
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

/** Whoever is here goes on as a visitor. */
export const dismissLoggedOut = (): void => setLoggedOut(false);

/** Whether somebody logged out, in this tab or another, and nobody has gone on since. */
export const useIsLoggedOut = (): boolean => useSyncExternalStore(subscribeLoggedOut, () => isLoggedOut);

storedAccount.subscribe(() => {
  const before = currentOwner;
  currentOwner = storedAccount.get();
  if (before?.id === currentOwner?.id) return;
  if (before !== null) logoutCount += 1;
  setLoggedOut(before !== null && currentOwner === null && !isQuietEnd);
  // Another tab logged in or out: this one shows nothing of the person before any more either.
  if (!isChangingInThisTab) for (const listener of sessionListeners) listener(currentOwner, before);
});

/** Changes when somebody who was logged in has left, in this tab or another: as a key it clears the screen of their work. */
export const useLogoutCount = (): number => useSyncExternalStore(storedAccount.subscribe, () => logoutCount);

/** Told after somebody logged in or out: whatever was fetched for the one before is no longer true. */
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

/** The account, or null for a visitor or when its token has expired. */
export const getCurrentAccount = (): Account | null =>
  getValidToken()?.grant === 'password' ? storedAccount.get() : null;

setAccountLanguageSource(() => getCurrentAccount()?.language ?? null);

export function useAccount(): Account | null {
  const it = useDeviceStore(storedAccount);
  const token = useDeviceStore(storedToken);
  return token?.grant === 'password' ? it : null;
}

/** Whose the screen is: the account, also while its ended login is asked for again, so that a form stays what it was. */
export const getScreenOwner = (): Account | null => storedAccount.get();
export const useScreenOwner = (): Account | null => useDeviceStore(storedAccount);

/** Whether nothing but the login is for whoever is here: a visitor at a private deployment. Nothing is asked that is refused. */
export const useIsLoginRequired = (): boolean => {
  const closed = isPrivateDeployment(useConfig());
  return useAccount() === null && closed;
};

/** The role `admin` has every permission (spec 1 §6). */
export const hasPermission = (it: Account | null, permission: Permission): boolean =>
  it !== null && (it.role === builtInRoles.admin || it.permissions.includes(permission));

/** What menus show by. What may be done with an entity, its `allowed_privileges` say. */
export const useHasPermission = (...anyOf: Permission[]): boolean => {
  const it = useAccount();
  return anyOf.some((permission) => hasPermission(it, permission));
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

/** @throws ApiError: 401 for a wrong address or password */
export async function login(email: string, password: string): Promise<Account> {
  const before = storedToken.get();
  storedToken.set(await requestAccountToken(email, password));
  try {
    const me = await fetchAccount();
    setAccount(me);
    return me;
  } catch (error) {
    storedToken.set(before?.grant === 'password' ? null : before);
    throw error;
  }
}

/** After a change of one's own account: the name and rights that are shown, without asking for anything else again. */
export async function refreshAccount(): Promise<void> {
  storedAccount.set(await fetchAccount());
}

/** What was chosen in the navigation is the account's language from now on. It holds here even if the server cannot be told. */
export async function saveAccountLanguage(language: string): Promise<void> {
  const me = getCurrentAccount();
  if (!me) return;
  storedAccount.set({ ...me, language });
  await call(updateMe, { body: { language } }, { quiet: true }).catch(() => undefined);
}

/** Name of the browser's database of somebody's unsent reports: nobody else on this device is offered them. */
export const getDraftDatabaseName = (it: Account | null): string => `waypost-drafts-${it?.id ?? 'visitor'}`;

/**
 * The token is revoked and let go, and the locks of who works on others' posts before it; what was fetched as this person
 * goes with it, and their unsent reports leave this device. A login that merely ends leaves them: nobody chose that.
 */
export function logout(): void {
  const before = getCurrentAccount();
  if (before) indexedDB.deleteDatabase(getDraftDatabaseName(before));
  revokeToken(hasPermission(before, 'Manage Posts') ? [buildEndpointUrl(releaseLocks, {})] : []);
  forgetSession();
}

/** At the start: a login that ended while the app was closed is over, and nobody is scolded for it. */
export function dropExpiredSession(): void {
  if (storedToken.get() && !getValidToken()) storedToken.set(null);
  if (isAccountToken()) return;
  isQuietEnd = true;
  storedAccount.set(null);
  isQuietEnd = false;
}

/** Without asking the server: its answer was that the token is no longer good. */
export function forgetSession(): void {
  storedToken.set(null);
  setAccount(null);
}

/** The same for a login that ended by itself: whoever is here goes on as a visitor, where they are. */
export function giveUpSession(): void {
  isQuietEnd = true;
  forgetSession();
  isQuietEnd = false;
}

/**
 * The server no longer knows the login. Nobody is logged in from here on; what is on the screen stays until it is decided
 * who goes on: the same person by `login`, which keeps it, or a visitor by `giveUpSession`.
 */
export function suspendSession(): void {
  setReauthenticationPending(true);
  storedToken.set(null);
}
