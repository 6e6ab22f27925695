/**
 * Reports of people without an account: their pace, the proof that is asked of them while very many come in, and which of them
 * wait for the team (docs/decisions/0024).
 */
import { proofHeader } from '@waypost/contract/endpoint';
import type { PostInput } from '@waypost/contract/posts';
import type { Tx } from '../kernel/db.ts';
import { Problem } from '../kernel/problem.ts';
import { bitsAt, isProven, newChallenge } from '../kernel/proof-of-work.ts';
import { type Gate, type Mount, paceOfVisitors } from '../kernel/route.ts';
import { hashOfToday, secondsToWait } from '../kernel/throttle.ts';
import { addressKey } from '../media/media.public.ts';
import { readSite } from '../settings/settings.public.ts';
import type { Held } from './senders.sql.ts';

/** What is known of whoever sends a report. */
export interface Arrival {
  /** Of a visitor: the same for all of the day from one network address; null for people with an account. */
  sender: Buffer | null;
  /** Of a visitor: what their uploads without a token are known by (`addressKey`); null for people with an account. */
  address: Buffer | null;
  /** Whether very many reports come in. */
  isPressed: boolean;
}

/** @throws Problem 429 beyond the pace of one address, and without a proof under pressure */
export function gateOfVisitors(mount: Mount): Gate<Arrival> {
  const { db, flood } = mount;
  const pace = paceOfVisitors(mount, 'reports');
  return async (caller) => {
    if (await caller.isSignedIn()) return { sender: null, address: null, isPressed: false };
    const wait = pace ? await secondsToWait(db, pace, caller.address) : 0;
    if (wait > 0) throw new Problem('request.too-many').after(wait);
    // Those that are refused count too: as long as they come, there is pressure.
    flood.note();
    const isPressed = flood.level > 1;
    if (isPressed && !(await isProven(db, caller.header(proofHeader))))
      throw new Problem('request.challenge').after(60);
    const sender = await hashOfToday(db, 'sender', caller.address);
    return { sender, address: await addressKey(db, caller), isPressed };
  };
}

/** A challenge while there is pressure, else none. */
export async function challengeNow({ db, flood }: Mount) {
  const { level } = flood;
  const bits = bitsAt(level);
  return { bits, challenge: level > 1 ? await newChallenge(db, bits) : null };
}

const isFilled = (value: unknown) => value !== undefined && value !== null && value !== '';

/** Says of each report why it waits for the team; null when its survey decides. */
export async function holdingOf(
  tx: Tx,
): Promise<(arrival: Pick<Arrival, 'isPressed'>, input: Pick<PostInput, 'website'>) => Held> {
  const { hold_visitors: hold } = await readSite(tx);
  return ({ isPressed }, { website }) => {
    if (isFilled(website)) return 'trap';
    if (hold === 'always') return 'always';
    return hold === 'pressure' && isPressed ? 'pressure' : null;
  };
}
