/**
 * Encrypts and decrypts backups in the age format (age-encryption.org/v1), for public keys or with a passphrase. `age --decrypt`
 * can decrypt them too. Data are streamed in chunks of 64 KiB.
 */
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import type { BackupEncryption } from '../kernel/config/backup-settings.ts';
import { TransferRefusedError } from '../kernel/transfer/restore-database.ts';

/** File extension of encrypted backups. */
export const encryptedExtension = '.age';

const ageHeader = 'age-encryption.org/v1\n';

/** Reads chunks one at a time on demand: `Readable.toWebStream` would read thousands ahead. */
const toWebStream = (source: Readable) => ReadableStream.from<Uint8Array>(source);

/** Encrypts a stream. An error of the source fails the returned stream. */
export async function encryptStream(source: Readable, encryption: BackupEncryption): Promise<Readable> {
  const encrypter = new Encrypter();
  if ('passphrase' in encryption) encrypter.setPassphrase(encryption.passphrase);
  else for (const recipient of encryption.recipients) encrypter.addRecipient(recipient);
  return Readable.fromWeb((await encrypter.encrypt(toWebStream(source) as never)) as never);
}

/** Detects from its first bytes how a file is encrypted. */
export async function detectEncryption(file: string): Promise<'none' | 'passphrase' | 'keys'> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new TransferRefusedError(`The backup cannot be opened (${error.code ?? error.message}).`);
  });
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    const head = buffer.subarray(0, bytesRead).toString('latin1');
    if (!head.startsWith(ageHeader)) return 'none';
    return head.startsWith('-> scrypt ', ageHeader.length) ? 'passphrase' : 'keys';
  } finally {
    await handle.close();
  }
}

/** Secrets to decrypt a backup with. */
export interface DecryptionKeys {
  passphrase?: string | undefined;
  /** The text of a file of age identities. */
  identities?: string | undefined;
}

/** @throws TransferRefusedError for an invalid identity; the message does not repeat the line, which is a secret */
function decrypterFor({ passphrase, identities }: DecryptionKeys): Decrypter {
  const decrypter = new Decrypter();
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
  let identityCount = 0;
  for (const [index, text] of (identities ?? '').split('\n').entries()) {
    const line = text.trim();
    if (line === '' || line.startsWith('#')) continue;
    try {
      decrypter.addIdentity(line);
      identityCount++;
    } catch {
      throw new TransferRefusedError(
        line.startsWith('age1')
          ? `Line ${index + 1} of the identities is a public key: decryption needs the secret key, AGE-SECRET-KEY-….`
          : `Line ${index + 1} of the identities is no secret key of age.`,
      );
    }
  }
  if (identities !== undefined && identityCount === 0)
    throw new TransferRefusedError('The file of BACKUP_IDENTITY_FILE has no secret key of age.');
  return decrypter;
}

/**
 * Decrypts a backup into a temporary file, since a ZIP archive is read from its end.
 * @param folder for the temporary file, readable by its owner alone; `remove` deletes it, as does the exit of the process
 * @throws TransferRefusedError when the keys are wrong or the file is damaged; the temporary file is deleted then
 */
export async function decryptBackup(
  file: string,
  keys: DecryptionKeys,
  folder: string,
): Promise<{ file: string; remove: () => Promise<void> }> {
  const hasPassphrase = (await detectEncryption(file)) === 'passphrase';
  const key = hasPassphrase ? keys.passphrase : keys.identities;
  if (key === undefined)
    throw new TransferRefusedError(
      hasPassphrase
        ? 'The backup is encrypted with a passphrase: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.'
        : 'The backup is encrypted for a key: set BACKUP_IDENTITY_FILE to the file with the secret key.',
    );
  const decrypter = decrypterFor(hasPassphrase ? { passphrase: key } : { identities: key });
  const source = createReadStream(file);
  const plain = await decrypter.decrypt(toWebStream(source) as never).catch((error: unknown) => {
    source.destroy();
    const isWrongKey = error instanceof Error && error.message.startsWith('no identity matched');
    const reason = hasPassphrase
      ? 'The passphrase does not open the backup'
      : 'None of the keys opens the backup';
    throw new TransferRefusedError(
      `${isWrongKey ? reason : 'The backup is damaged: its head cannot be read'}. Nothing was changed.`,
      {
        cause: error,
      },
    );
  });
  const name = path.join(folder, `.restore-${crypto.randomUUID()}.zip`);
  // It contains all secrets in plain text, so it must not outlive the process.
  const removeAtExit = () => rmSync(name, { force: true });
  process.once('exit', removeAtExit);
  const remove = async () => {
    await rm(name, { force: true });
    process.off('exit', removeAtExit);
  };
  await mkdir(folder, { recursive: true });
  try {
    await pipeline(Readable.fromWeb(plain as never), createWriteStream(name, { mode: 0o600, flags: 'wx' }));
  } catch (error) {
    await remove();
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOSPC')
      throw error;
    throw new TransferRefusedError(
      'The backup is damaged: it does not decrypt to its end. Nothing was changed.',
      {
        cause: error,
      },
    );
  }
  return { file: name, remove };
}
