/** Passwords: argon2id with 19 MiB, two passes, one lane, off the event loop. */
import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, argon2Options);

/** A hash that no password has, so that an unknown address takes as long to refuse as a wrong password. */
const dummyHash = hash(crypto.randomUUID(), argon2Options);

/** @param storedHash null for an address without an account: the answer is then no, after the same time */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  const fits = await verify(storedHash ?? (await dummyHash), password);
  return storedHash !== null && fits;
}

/** Without letters that are taken for one another: it is read from a screen and typed. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password for somebody who has none yet: about 79 bits. */
export const generatePassword = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-');
