/** Answers of an unsent report as they lie on the device: locked with the key of the login that they were written in. */
import type { Answers } from '../survey-form/answers/form-answers.ts';
import { extractBlobs, restoreBlobs } from './answer-blobs.ts';
import { getCacheOwner } from './cache-names.ts';
import {
  canEncrypt,
  decrypt,
  type EncryptedBytes,
  encrypt,
  isKeyRecoverable,
  prepareKey,
} from './device-encryption.ts';

export interface EncryptedAnswers {
  text: EncryptedBytes;
  pictures: readonly EncryptedBytes[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A picture does not change while its report is written on: it is locked once for each key. */
const encryptedPictures = new WeakMap<Blob, { owner: string; locked: EncryptedBytes }>();
async function encryptPicture(owner: string, picture: Blob): Promise<EncryptedBytes> {
  const before = encryptedPictures.get(picture);
  if (before?.owner === owner) return before.locked;
  const encrypted = await encrypt(owner, await picture.arrayBuffer());
  encryptedPictures.set(picture, { owner, locked: encrypted });
  return encrypted;
}

/** @returns null where the browser locks nothing, which is so without https */
export async function encryptAnswers(
  accountId: number,
  answersWithBlobs: Answers,
): Promise<EncryptedAnswers | null> {
  if (!canEncrypt()) return null;
  const owner = getCacheOwner(accountId);
  const { answers, pictures } = extractBlobs(answersWithBlobs);
  const text = await encrypt(owner, encoder.encode(JSON.stringify(answers)));
  return { text, pictures: await Promise.all(pictures.map((it) => encryptPicture(owner, it))) };
}

async function decryptAnswerParts(
  owner: string,
  { text, pictures }: EncryptedAnswers,
): Promise<Answers | null> {
  const decrypted = await decrypt(owner, text);
  if (!decrypted) return null;
  const answers = JSON.parse(decoder.decode(decrypted)) as Answers;
  return restoreBlobs(answers, await Promise.all(pictures.map((it) => decrypt(owner, it))));
}

/**
 * @returns `lost`: locked with a key that is gone; null: cannot be opened now, since the server was not asked for the key yet
 */
export async function decryptAnswers(
  accountId: number,
  encrypted: EncryptedAnswers,
): Promise<Answers | 'lost' | null> {
  const owner = getCacheOwner(accountId);
  const decrypted = await decryptAnswerParts(owner, encrypted);
  if (decrypted) return decrypted;
  // After a login the key is on its way.
  await prepareKey(owner).catch(() => false);
  return (await decryptAnswerParts(owner, encrypted)) ?? ((await isKeyRecoverable(owner)) ? 'lost' : null);
}
