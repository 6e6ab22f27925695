/**
 * Encryption of reports on this device. An account's key comes from the server and is deleted with the session: after
 * that nobody can read the reports until the same person logs in again. Keys cannot be exported from the browser.
 */
import { readDeviceKey } from '@waypost/contract/users/sessions';
import { call } from '../../api/call.ts';
import { getCurrentAccount } from '../../api/session.ts';
import { getCacheOwner, visitorOwner } from './cache-names.ts';
import { withStores } from './device-database.ts';

interface StoredKey {
  key: CryptoKey;
  /** Generated here, since the server was not reachable: it cannot be fetched again. */
  isLocal: boolean;
}

/** Whether this page can encrypt: browsers provide Web Crypto only over https. */
export const canEncrypt = (): boolean => typeof crypto.subtle !== 'undefined';

const readKey = (owner: string): Promise<StoredKey | undefined> =>
  withStores('readonly', ['keys'], ({ keys }) => keys.get(owner) as IDBRequest<StoredKey | undefined>);
/** Stores a key unless another one was stored meanwhile, which may have encrypted data. @returns the stored key */
const storeKey = (owner: string, key: StoredKey): Promise<StoredKey> =>
  withStores('readwrite', ['keys'], ({ keys }) => {
    keys.add(key, owner).onerror = (event) => event.preventDefault();
    return keys.get(owner) as IDBRequest<StoredKey>;
  });

const aesAlgorithm = { name: 'AES-GCM', length: 256 } as const;

async function fetchServerKey(): Promise<CryptoKey> {
  const { key } = await call(readDeviceKey, {});
  const bytes = Uint8Array.from(atob(key), (it) => it.codePointAt(0) ?? 0);
  return crypto.subtle.importKey('raw', bytes, aesAlgorithm, false, ['encrypt', 'decrypt']);
}

const generateLocalKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey(aesAlgorithm, false, ['encrypt', 'decrypt']);

/**
 * Fetches the key of the account that logged in, for use without a network.
 * @returns whether it is new on this device: data encrypted with it is readable from now on
 */
export async function prepareKey(owner: string): Promise<boolean> {
  if (owner === visitorOwner || !canEncrypt() || (await readKey(owner))) return false;
  // The session may end before or while the key is fetched: the key must then not be stored here.
  const isLoggedIn = () => getCacheOwner(getCurrentAccount()?.id) === owner;
  if (!isLoggedIn()) return false;
  const key = await fetchServerKey();
  if (!isLoggedIn()) return false;
  await storeKey(owner, { key, isLocal: false });
  return true;
}

async function resolveKey(owner: string): Promise<CryptoKey> {
  const storedKey = await readKey(owner);
  if (storedKey) return storedKey.key;
  const serverKey = owner === visitorOwner ? null : await fetchServerKey().catch(() => null);
  const key = serverKey ?? (await generateLocalKey());
  return (await storeKey(owner, { key, isLocal: serverKey === null })).key;
}

/** Whether data encrypted with this owner's key can be decrypted again after a logout. */
export const isKeyRecoverable = async (owner: string): Promise<boolean> =>
  (await readKey(owner))?.isLocal === false;

/** Deletes the keys of all other accounts. A visitor's key is kept, since visitors have no session that ends. */
export async function deleteKeysOfOthers(currentOwner: string): Promise<void> {
  const names = await withStores('readonly', ['keys'], ({ keys }) => keys.getAllKeys());
  const others = names.filter((it) => it !== visitorOwner && it !== currentOwner);
  if (others.length > 0)
    await withStores('readwrite', ['keys'], ({ keys }) => {
      for (const it of others) keys.delete(it);
      return undefined;
    });
}

/** Encrypted data with its initialisation vector; null for data that could not be encrypted. */
export interface EncryptedBytes {
  iv: Uint8Array<ArrayBuffer> | null;
  bytes: ArrayBuffer;
}

/** Encrypts with the owner's key (AES-GCM), which is created if there is none. Where the browser cannot encrypt, the data stay as they are. */
export async function encrypt(owner: string, bytes: Uint8Array<ArrayBuffer>): Promise<EncryptedBytes> {
  if (!canEncrypt()) return { iv: null, bytes: bytes.slice().buffer };
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await resolveKey(owner), bytes) };
}

/** @returns null without the right key: the owner is not logged in */
export async function decrypt(owner: string, { iv, bytes }: EncryptedBytes): Promise<ArrayBuffer | null> {
  if (!iv) return bytes;
  const storedKey = await readKey(owner);
  if (!storedKey) return null;
  return crypto.subtle.decrypt({ name: 'AES-GCM', iv }, storedKey.key, bytes).catch(() => null);
}
