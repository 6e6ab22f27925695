/**
 * What locks reports that wait on this device. An account's key is made by the server and stays with the login: after it has
 * ended nobody can read what is left here, until the same person logs in again. Keys cannot be read out of the browser.
 */
import { readDeviceKey } from '@waypost/contract/sessions';
import { call } from '../../api/call.ts';
import { currentAccount } from '../../api/session.ts';
import { ownerOf, visitor } from './cache-names.ts';
import { inDatabase } from './database.ts';

interface KeptKey {
  key: CryptoKey;
  /** Made here, since the server could not be asked: it cannot be had a second time. */
  isLocal: boolean;
}

/** Whether this page may lock anything: browsers allow it on https alone. */
export const canLock = (): boolean => typeof crypto.subtle !== 'undefined';

const keptKey = (owner: string): Promise<KeptKey | undefined> =>
  inDatabase('readonly', ['keys'], ({ keys }) => keys.get(owner) as IDBRequest<KeptKey | undefined>);
/** Keeps a key, unless one was kept meanwhile: what that has locked must stay readable. @returns the one that is kept */
const keepKey = (owner: string, key: KeptKey): Promise<KeptKey> =>
  inDatabase('readwrite', ['keys'], ({ keys }) => {
    keys.add(key, owner).onerror = (event) => event.preventDefault();
    return keys.get(owner) as IDBRequest<KeptKey>;
  });

const algorithm = { name: 'AES-GCM', length: 256 } as const;

async function keyFromServer(): Promise<CryptoKey> {
  const { key } = await call(readDeviceKey, {}, { quiet: true });
  const bytes = Uint8Array.from(atob(key), (it) => it.codePointAt(0) ?? 0);
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['encrypt', 'decrypt']);
}

const keyOfThisDevice = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey(algorithm, false, ['encrypt', 'decrypt']);

/**
 * Has the key of whoever logged in ready for when there is no network.
 * @returns whether it is new here: what it locks can be read from now on
 */
export async function fetchKey(owner: string): Promise<boolean> {
  if (owner === visitor || !canLock() || (await keptKey(owner))) return false;
  // The login may have ended on the way here, or end while the key comes: nobody else is given it, and it is not left here.
  const isHere = () => ownerOf(currentAccount()?.id) === owner;
  if (!isHere()) return false;
  const key = await keyFromServer();
  if (!isHere()) return false;
  await keepKey(owner, { key, isLocal: false });
  return true;
}

async function keyFor(owner: string): Promise<CryptoKey> {
  const kept = await keptKey(owner);
  if (kept) return kept.key;
  const fromServer = owner === visitor ? null : await keyFromServer().catch(() => null);
  const key = fromServer ?? (await keyOfThisDevice());
  return (await keepKey(owner, { key, isLocal: fromServer === null })).key;
}

/** Whether what this owner's key locks can be opened again after a logout. */
export const isKeyForLater = async (owner: string): Promise<boolean> =>
  (await keptKey(owner))?.isLocal === false;

/** Lets go of the keys of all accounts but this one. A visitor's stays: there is no login that it could go with. */
export async function forgetKeys(owner: string): Promise<void> {
  const names = await inDatabase('readonly', ['keys'], ({ keys }) => keys.getAllKeys());
  const others = names.filter((it) => it !== visitor && it !== owner);
  if (others.length > 0)
    await inDatabase('readwrite', ['keys'], ({ keys }) => {
      for (const it of others) keys.delete(it);
      return undefined;
    });
}

export interface Locked {
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

export async function lock(owner: string, bytes: BufferSource): Promise<Locked> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyFor(owner), bytes) };
}

/** @returns null when it cannot be opened: nobody who may is logged in */
export async function unlock(owner: string, { iv, bytes }: Locked): Promise<ArrayBuffer | null> {
  const kept = await keptKey(owner);
  if (!kept) return null;
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv }, kept.key, bytes).catch(() => null);
}
