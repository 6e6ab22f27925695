/**
 * Addresses of the data of layers are stored encrypted, since any part of one may be a key: there is no rule by which to tell the others.
 */
import type { Tx } from '../kernel/db/database.ts';
import { isEncrypted, type SecretBox } from '../kernel/security/secret-box.ts';
import { findAllAddresses, replaceAddress } from './layers.sql.ts';

const purpose = 'layer-address';

/** An address as it is stored. */
export const encryptAddress = (secretBox: SecretBox, address: string): string =>
  secretBox.encrypt(address, purpose);

/** @returns undefined if the server's key has changed since the address was stored: it must be entered again */
export const decryptAddress = (secretBox: SecretBox, stored: string): string | undefined =>
  secretBox.decrypt(stored, purpose);

/**
 * Encrypts addresses that earlier versions stored as plain text, or that were restored from their backups.
 * @returns how many
 */
export async function encryptPlaintextAddresses(tx: Tx, secretBox: SecretBox): Promise<number> {
  const plain = (await findAllAddresses(tx)).filter(({ data_url }) => !isEncrypted(data_url));
  for (const { id, data_url } of plain) await replaceAddress(tx, id, encryptAddress(secretBox, data_url));
  return plain.length;
}
