/** Answers of an unsent report as they lie on the device: locked with the key of the login that they were written in. */
import type { Answers } from '../survey-form/form-answers.ts';
import { putTogether, takeApart } from './answers-apart.ts';
import { ownerOf } from './cache-names.ts';
import { canLock, fetchKey, isKeyForLater, type Locked, lock, unlock } from './lock.ts';

export interface LockedAnswers {
  text: Locked;
  pictures: readonly Locked[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A picture does not change while its report is written on: it is locked once for each key. */
const lockedPictures = new WeakMap<Blob, { owner: string; locked: Locked }>();
async function lockPicture(owner: string, picture: Blob): Promise<Locked> {
  const before = lockedPictures.get(picture);
  if (before?.owner === owner) return before.locked;
  const locked = await lock(owner, await picture.arrayBuffer());
  lockedPictures.set(picture, { owner, locked });
  return locked;
}

/** @returns null where the browser locks nothing, which is so without https */
export async function lockAnswers(accountId: number, whole: Answers): Promise<LockedAnswers | null> {
  if (!canLock()) return null;
  const owner = ownerOf(accountId);
  const { answers, pictures } = takeApart(whole);
  const text = await lock(owner, encoder.encode(JSON.stringify(answers)));
  return { text, pictures: await Promise.all(pictures.map((it) => lockPicture(owner, it))) };
}

async function open(owner: string, { text, pictures }: LockedAnswers): Promise<Answers | null> {
  const opened = await unlock(owner, text);
  if (!opened) return null;
  const answers = JSON.parse(decoder.decode(opened)) as Answers;
  return putTogether(answers, await Promise.all(pictures.map((it) => unlock(owner, it))));
}

/**
 * @returns `lost`: locked with a key that is gone; null: cannot be opened now, since the server was not asked for the key yet
 */
export async function openAnswers(
  accountId: number,
  locked: LockedAnswers,
): Promise<Answers | 'lost' | null> {
  const owner = ownerOf(accountId);
  const opened = await open(owner, locked);
  if (opened) return opened;
  // After a login the key is on its way.
  await fetchKey(owner).catch(() => false);
  return (await open(owner, locked)) ?? ((await isKeyForLater(owner)) ? 'lost' : null);
}
