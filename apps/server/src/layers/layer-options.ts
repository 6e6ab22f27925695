/**
 * Options of layers, which API v3 leaves to clients, are stored encrypted like addresses: any of them may be a key. Those of older versions
 * and of their backups are plain until the next start.
 */
import type { Tx } from '../kernel/db/database.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import { findPlainOptions, type LayerRow, replaceOptions } from './layers.sql.ts';

const purpose = 'layer-options';

/** Options as they are stored: JSON that is a text. */
export const encryptOptions = (secretBox: SecretBox, options: object | null): string | null =>
  options && JSON.stringify(secretBox.encrypt(JSON.stringify(options), purpose));

/** @returns null also if the server's key has changed since they were stored */
export function decryptOptions(secretBox: SecretBox, stored: LayerRow['options']): object | null {
  if (typeof stored !== 'string') return stored;
  const text = secretBox.decrypt(stored, purpose);
  return text === undefined ? null : (JSON.parse(text) as object);
}

/** Options to store. Those that stay the same keep their ciphertext. */
export function encryptChangedOptions(
  secretBox: SecretBox,
  stored: LayerRow['options'],
  options: object | null,
): string | null {
  const isSame = JSON.stringify(decryptOptions(secretBox, stored)) === JSON.stringify(options);
  return isSame && typeof stored === 'string' ? JSON.stringify(stored) : encryptOptions(secretBox, options);
}

/** Encrypts plain options. @returns how many */
export async function encryptPlaintextOptions(tx: Tx, secretBox: SecretBox): Promise<number> {
  const plain = await findPlainOptions(tx);
  for (const { id, options } of plain) await replaceOptions(tx, id, encryptOptions(secretBox, options));
  return plain.length;
}
