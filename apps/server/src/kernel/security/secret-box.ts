/**
 * Encryption of secrets at rest: credentials that the server needs in plain text to log in elsewhere are encrypted before they are
 * stored (AES-256-GCM), with a key that is not in the database. A copy of the database contains no plain passwords.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { access, link, open, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createDirectory } from '../files/create-directory.ts';

const algorithm = 'aes-256-gcm';
const prefix = 'sealed:1:';
const [nonceBytes, tagBytes] = [12, 16];

/** Encrypts, decrypts and authenticates texts with one key. */
export class SecretBox {
  readonly #key: Buffer;

  /** @param key 32 random bytes, the same for every process of a deployment */
  constructor(key: Buffer) {
    if (key.length !== 32) throw new TypeError('A key has 32 bytes');
    this.#key = key;
  }

  /** @param purpose binds the ciphertext to its place: it decrypts only with the same purpose */
  encrypt(secret: string, purpose: string): string {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(Buffer.from(purpose));
    const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return prefix + Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
  }

  /**
   * HMAC-SHA256 with a key derived for the purpose, for secrets that are only compared: 32 bytes.
   * @param purpose the same text has another MAC for another purpose
   */
  computeMac(text: string, purpose: string): Buffer {
    const derived = createHmac('sha256', this.#key).update(`mac/${purpose}`).digest();
    return createHmac('sha256', derived).update(text).digest();
  }

  /** @returns undefined for a text that is not encrypted, or was encrypted for another purpose or with another key */
  decrypt(text: string, purpose: string): string | undefined {
    if (!isEncrypted(text)) return undefined;
    const bytes = Buffer.from(text.slice(prefix.length), 'base64url');
    try {
      const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const plain = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      return Buffer.concat([plain, decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}

/** Whether a stored value is a ciphertext of `SecretBox`. */
export const isEncrypted = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(prefix);

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Path of the key file in a data directory. */
export const secretKeyFile = (dataDir: string): string => path.join(dataDir, 'secret.key');

/**
 * Creates the key file if it is missing, atomically and flushed to disk: a server that finds half a key after a power cut cannot
 * start.
 */
async function createKeyFile(file: string): Promise<void> {
  const temporaryFile = `${file}.${randomBytes(6).toString('hex')}`;
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) return;
  try {
    await writeFile(temporaryFile, `${randomBytes(32).toString('base64url')}\n`, {
      mode: 0o600,
      flush: true,
    });
    // If another process was faster, its key stays.
    await link(temporaryFile, file).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  } finally {
    await rm(temporaryFile, { force: true });
  }
  const folder = await open(path.dirname(file));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Opens the secret box of a deployment. The key comes from the environment, or from `secret.key` in the data directory, which is
 * created at the first start and readable by its owner alone.
 * @param secretKey from the environment: any text of at least 32 characters
 */
export async function openSecretBox(dataDir: string, secretKey: string | undefined): Promise<SecretBox> {
  if (secretKey !== undefined) return new SecretBox(createHash('sha256').update(secretKey).digest());
  const file = secretKeyFile(dataDir);
  await createDirectory(dataDir);
  await createKeyFile(file);
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url');
  if (key.length !== 32)
    throw new Error(`${file} holds no key. Put it back from a backup, or delete it and enter secrets anew.`);
  return new SecretBox(key);
}
