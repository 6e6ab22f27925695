/** Passwords: argon2id with 19 MiB, two passes, one lane, off the event loop. */
import { hash, verify } from '@node-rs/argon2';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, cost);

/** A hash that no password has, so that an unknown address takes as long to refuse as a wrong password. */
const nobody = hash(crypto.randomUUID(), cost);

/** @param stored null for an address without an account: the answer is then no, after the same time */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await nobody), password);
  return stored !== null && fits;
}
