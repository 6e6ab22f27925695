/**
 * What locks reports that wait on this device. An account's key is made by the server and stays with the login: after it has
 * ended nobody can read what is left here, until the same person logs in again. Keys cannot be read out of the browser.
 */
import { readDeviceKey } from '@waypost/contract/users/sessions';
import { call } from '../../api/call.ts';
import { getCurrentAccount } from '../../api/session.ts';
import { getCacheOwner, visitorOwner } from './cache-names.ts';
import { withStores } from './device-database.ts';

interface StoredKey {
  key: CryptoKey;
  /** Made here, since the server could not be asked: it cannot be had a second time. */
  isLocal: boolean;
}

/** Whether this page may lock anything: browsers allow it on https alone. */
export const canEncrypt = (): boolean => typeof crypto.subtle !== 'undefined';

const readKey = (owner: string): Promise<StoredKey | undefined> =>
  withStores('readonly', ['keys'], ({ keys }) => keys.get(owner) as IDBRequest<StoredKey | undefined>);
/** Keeps a key, unless one was kept meanwhile: what that has locked must stay readable. @returns the one that is kept */
const storeKey = (owner: string, key: StoredKey): Promise<StoredKey> =>
  withStores('readwrite', ['keys'], ({ keys }) => {
    keys.add(key, owner).onerror = (event) => event.preventDefault();
    return keys.get(owner) as IDBRequest<StoredKey>;
  });

const aesAlgorithm = { name: 'AES-GCM', length: 256 } as const;

async function fetchServerKey(): Promise<CryptoKey> {
  const { key } = await call(readDeviceKey, {}, { quiet: true });
  const bytes = Uint8Array.from(atob(key), (it) => it.codePointAt(0) ?? 0);
  return crypto.subtle.importKey('raw', bytes, aesAlgorithm, false, ['encrypt', 'decrypt']);
}

const generateLocalKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey(aesAlgorithm, false, ['encrypt', 'decrypt']);

/**
 * Has the key of whoever logged in ready for when there is no network.
 * @returns whether it is new here: what it locks can be read from now on
 */
export async function prepareKey(owner: string): Promise<boolean> {
  if (owner === visitorOwner || !canEncrypt() || (await readKey(owner))) return false;
  // The login may have ended on the way here, or end while the key comes: nobody else is given it, and it is not left here.
  const isHere = () => getCacheOwner(getCurrentAccount()?.id) === owner;
  if (!isHere()) return false;
  const key = await fetchServerKey();
  if (!isHere()) return false;
  await storeKey(owner, { key, isLocal: false });
  return true;
}

async function resolveKey(owner: string): Promise<CryptoKey> {
  const storedKey = await readKey(owner);
  if (storedKey) return storedKey.key;
  const fromServer = owner === visitorOwner ? null : await fetchServerKey().catch(() => null);
  const key = fromServer ?? (await generateLocalKey());
  return (await storeKey(owner, { key, isLocal: fromServer === null })).key;
}

/** Whether what this owner's key locks can be opened again after a logout. */
export const isKeyRecoverable = async (owner: string): Promise<boolean> =>
  (await readKey(owner))?.isLocal === false;

/** Lets go of the keys of all accounts but this one. A visitor's stays: there is no login that it could go with. */
export async function deleteKeysOfOthers(currentOwner: string): Promise<void> {
  const names = await withStores('readonly', ['keys'], ({ keys }) => keys.getAllKeys());
  const others = names.filter((it) => it !== visitorOwner && it !== currentOwner);
  if (others.length > 0)
    await withStores('readwrite', ['keys'], ({ keys }) => {
      for (const it of others) keys.delete(it);
      return undefined;
    });
}

export interface EncryptedBytes {
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
}

export async function encrypt(owner: string, bytes: BufferSource): Promise<EncryptedBytes> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await resolveKey(owner), bytes) };
}

/** @returns null when it cannot be opened: nobody who may is logged in */
export async function decrypt(owner: string, { iv, bytes }: EncryptedBytes): Promise<ArrayBuffer | null> {
  const storedKey = await readKey(owner);
  if (!storedKey) return null;
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv }, storedKey.key, bytes).catch(() => null);
}
