/** Who uses the app: an account with its role's permissions, or a visitor (spec 1 §4, §6). */
import { releaseLocks } from '@waypost/contract/post-locks';
import { builtInRoles, type Permission } from '@waypost/contract/privileges';
import { listRoles } from '@waypost/contract/roles';
import { readMe, updateMe } from '@waypost/contract/users';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { ownLanguageFrom } from '../ui/i18n.ts';
import { addressOf } from './address.ts';
import { call } from './call.ts';
import { isPrivate, useConfig } from './config.ts';
import { storedOnDevice, useStore } from './store.ts';
import {
  isAccountToken,
  keptToken,
  revokeToken,
  setLoginAsked,
  tokenForAccount,
  validToken,
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

const account = storedOnDevice('waypost.account', (it): Account | null => Account.safeParse(it).data ?? null);

type SessionListener = (account: Account | null, before: Account | null) => void;
const changes = new Set<SessionListener>();

/** How often somebody has left who was logged in here: whatever they had on the screen is gone with each time. */
let departures = 0;
let ownerNow = account.get();
/** While this tab changes the session itself, it tells of it itself. */
let isOwnChange = false;

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

account.subscribe(() => {
  const before = ownerNow;
  ownerNow = account.get();
  if (before?.id === ownerNow?.id) return;
  if (before !== null) departures += 1;
  setLoggedOut(before !== null && ownerNow === null && !isQuietEnd);
  // Another tab logged in or out: this one shows nothing of the person before any more either.
  if (!isOwnChange) for (const listener of changes) listener(ownerNow, before);
});

/** Changes when somebody who was logged in has left, in this tab or another: as a key it clears the screen of their work. */
export const useDepartures = (): number => useSyncExternalStore(account.subscribe, () => departures);

/** Told after somebody logged in or out: whatever was fetched for the one before is no longer true. */
export function onSessionChange(listener: SessionListener): () => void {
  changes.add(listener);
  return () => changes.delete(listener);
}
function become(next: Account | null): void {
  setLoginAsked(false);
  const before = account.get();
  isOwnChange = true;
  account.set(next);
  isOwnChange = false;
  for (const listener of changes) listener(next, before);
}

/** The account, or null for a visitor or when its token has expired. */
export const currentAccount = (): Account | null =>
  validToken()?.grant === 'password' ? account.get() : null;

ownLanguageFrom(() => currentAccount()?.language ?? null);

export function useAccount(): Account | null {
  const it = useStore(account);
  const token = useStore(keptToken);
  return token?.grant === 'password' ? it : null;
}

/** Whose the screen is: the account, also while its ended login is asked for again, so that a form stays what it was. */
export const screenOwner = (): Account | null => account.get();
export const useScreenOwner = (): Account | null => useStore(account);

/** Whether nothing but the login is for whoever is here: a visitor at a private deployment. Nothing is asked that is refused. */
export const useIsShutOut = (): boolean => {
  const closed = isPrivate(useConfig());
  return useAccount() === null && closed;
};

/** The role `admin` has every permission (spec 1 §6). */
export const holds = (it: Account | null, permission: Permission): boolean =>
  it !== null && (it.role === builtInRoles.admin || it.permissions.includes(permission));

/** What menus show by. What may be done with an entity, its `allowed_privileges` say. */
export const useHolds = (...anyOf: Permission[]): boolean => {
  const it = useAccount();
  return anyOf.some((permission) => holds(it, permission));
};

async function readAccount(): Promise<Account> {
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
  const before = keptToken.get();
  keptToken.set(await tokenForAccount(email, password));
  try {
    const me = await readAccount();
    become(me);
    return me;
  } catch (error) {
    keptToken.set(before?.grant === 'password' ? null : before);
    throw error;
  }
}

/** After a change of one's own account: the name and rights that are shown, without asking for anything else again. */
export async function refreshAccount(): Promise<void> {
  account.set(await readAccount());
}

/** What was chosen in the navigation is the account's language from now on. It holds here even if the server cannot be told. */
export async function keepOwnLanguage(language: string): Promise<void> {
  const me = currentAccount();
  if (!me) return;
  account.set({ ...me, language });
  await call(updateMe, { body: { language } }, { quiet: true }).catch(() => undefined);
}

/** Name of the browser's database of somebody's unsent reports: nobody else on this device is offered them. */
export const draftsOf = (it: Account | null): string => `waypost-drafts-${it?.id ?? 'visitor'}`;

/**
 * The token is revoked and let go, and the locks of who works on others' posts before it; what was fetched as this person
 * goes with it, and their unsent reports leave this device. A login that merely ends leaves them: nobody chose that.
 */
export function logout(): void {
  const before = currentAccount();
  if (before) indexedDB.deleteDatabase(draftsOf(before));
  revokeToken(holds(before, 'Manage Posts') ? [addressOf(releaseLocks, {})] : []);
  forgetSession();
}

/** At the start: a login that ended while the app was closed is over, and nobody is scolded for it. */
export function dropExpiredSession(): void {
  if (keptToken.get() && !validToken()) keptToken.set(null);
  if (isAccountToken()) return;
  isQuietEnd = true;
  account.set(null);
  isQuietEnd = false;
}

/** Without asking the server: its answer was that the token is no longer good. */
export function forgetSession(): void {
  keptToken.set(null);
  become(null);
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
  setLoginAsked(true);
  keptToken.set(null);
}
