/** Answers of a draft on the device, encrypted with the key of the account that wrote them. */
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

/** Encrypted answers; the pictures are encrypted one by one. */
export interface EncryptedAnswers {
  text: EncryptedBytes;
  pictures: readonly EncryptedBytes[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Each picture is encrypted once per key, since it does not change while the report is edited. */
const encryptedPictures = new WeakMap<Blob, { owner: string; encrypted: EncryptedBytes }>();
async function encryptPicture(owner: string, picture: Blob): Promise<EncryptedBytes> {
  const cached = encryptedPictures.get(picture);
  if (cached?.owner === owner) return cached.encrypted;
  const encrypted = await encrypt(owner, await picture.arrayBuffer());
  encryptedPictures.set(picture, { owner, encrypted });
  return encrypted;
}

/** @returns null where the browser cannot encrypt, which is so without https */
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
 * @returns `unrecoverable`: encrypted with a key that is gone; null: cannot be decrypted now, since the key is not available
 */
export async function decryptAnswers(
  accountId: number,
  encrypted: EncryptedAnswers,
): Promise<Answers | 'unrecoverable' | null> {
  const owner = getCacheOwner(accountId);
  const decrypted = await decryptAnswerParts(owner, encrypted);
  if (decrypted) return decrypted;
  // Shortly after a login the key may still be loading.
  await prepareKey(owner).catch(() => false);
  return (
    (await decryptAnswerParts(owner, encrypted)) ?? ((await isKeyRecoverable(owner)) ? 'unrecoverable' : null)
  );
}
