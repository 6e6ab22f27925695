/**
 * Backups that only the holder of a key or passphrase can read, in the age format (age-encryption.org/v1): `age --decrypt` opens
 * them, too. Bytes pass through in pieces of 64 KiB; nothing is held whole.
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

/** What the names of encrypted backups end in. */
export const encryptedExtension = '.age';

const ageHeader = 'age-encryption.org/v1\n';

/** Pieces are asked for one at a time, as they are needed: `Readable.toWebStream` would read ahead by the thousand. */
const toWebStream = (source: Readable) => ReadableStream.from<Uint8Array>(source);

/** @returns the same bytes encrypted; a fault of the source is a fault of it */
export async function encryptStream(source: Readable, encryption: BackupEncryption): Promise<Readable> {
  const encrypter = new Encrypter();
  if ('passphrase' in encryption) encrypter.setPassphrase(encryption.passphrase);
  else for (const recipient of encryption.recipients) encrypter.addRecipient(recipient);
  return Readable.fromWeb((await encrypter.encrypt(toWebStream(source) as never)) as never);
}

/** How a file is encrypted, told from its first bytes. */
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

export interface DecryptionKeys {
  passphrase?: string | undefined;
  /** The text of a file of age identities. */
  identities?: string | undefined;
}

/** @throws TransferRefusedError for a line that is no identity; the line itself is a secret and not repeated */
function decrypterFor({ passphrase, identities }: DecryptionKeys): Decrypter {
  const decrypter = new Decrypter();
  if (passphrase !== undefined) decrypter.addPassphrase(passphrase);
  let found = 0;
  for (const [at, text] of (identities ?? '').split('\n').entries()) {
    const line = text.trim();
    if (line === '' || line.startsWith('#')) continue;
    try {
      decrypter.addIdentity(line);
      found++;
    } catch {
      throw new TransferRefusedError(
        line.startsWith('age1')
          ? `Line ${at + 1} of the identities is a public key: what opens a backup is the secret key, AGE-SECRET-KEY-….`
          : `Line ${at + 1} of the identities is no secret key of age.`,
      );
    }
  }
  if (identities !== undefined && found === 0)
    throw new TransferRefusedError('The file of BACKUP_IDENTITY_FILE has no secret key of age.');
  return decrypter;
}

/**
 * Decrypts a backup into a file of its own, since an archive is read from its end.
 * @param folder where that file goes, readable by its owner alone; it is removed by `remove`, and when the process exits
 * @throws TransferRefusedError when the keys do not open it or it is damaged; nothing is left behind then
 */
export async function decryptBackup(
  file: string,
  keys: DecryptionKeys,
  folder: string,
): Promise<{ file: string; remove: () => Promise<void> }> {
  const isLocked = (await detectEncryption(file)) === 'passphrase';
  const key = isLocked ? keys.passphrase : keys.identities;
  if (key === undefined)
    throw new TransferRefusedError(
      isLocked
        ? 'The backup is encrypted with a passphrase: set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.'
        : 'The backup is encrypted for a key: set BACKUP_IDENTITY_FILE to the file with the secret key.',
    );
  const decrypter = decrypterFor(isLocked ? { passphrase: key } : { identities: key });
  const source = createReadStream(file);
  const plain = await decrypter.decrypt(toWebStream(source) as never).catch((error: unknown) => {
    source.destroy();
    const isWrongKey = error instanceof Error && error.message.startsWith('no identity matched');
    const reason = isLocked ? 'The passphrase does not open the backup' : 'None of the keys opens the backup';
    throw new TransferRefusedError(
      `${isWrongKey ? reason : 'The backup is damaged: its head cannot be read'}. Nothing was changed.`,
      {
        cause: error,
      },
    );
  });
  const name = path.join(folder, `.restore-${crypto.randomUUID()}.zip`);
  // Everything that was encrypted lies in it: a process that is told to end leaves it nowhere.
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
