/** Password hashing: argon2id with 19 MiB, two passes, one lane, off the event loop. */
import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password for storage, with its salt and options. */
export const hashPassword = (password: string): Promise<string> => hash(password, argon2Options);

/** A hash that no known password matches, so that an unknown address takes as long to reject as a wrong password. */
const dummyHash = hash(crypto.randomUUID(), argon2Options);

/**
 * Whether a password matches a stored hash.
 * @param storedHash null for an address without an account: returns false, after the same time
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const isMatch = await verify(storedHash ?? (await dummyHash), password);
  return storedHash !== null && isMatch;
}

/** Without characters that look alike, since the password is read from a screen and typed. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A random initial password of about 79 bits, in four groups of four characters. */
export const generatePassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');
