/** Drafts of earlier versions of the client, which had a database for each account, and one for visitors. */
import { createRandomId } from '../../ui/browser/random-id.ts';
import type { Answers } from '../survey-form/answers/form-answers.ts';
import { restoreBlobs } from './answer-blobs.ts';
import { openTimeoutMs } from './device-database.ts';
import { decrypt, type EncryptedBytes, isKeyRecoverable, prepareKey } from './device-encryption.ts';

/** Drafts of accounts are encrypted, those of visitors are not. Until version 2 the key was the id of the survey. */
interface EarlierDraft {
  surveyId?: number;
  savedAt: number;
  sendKey?: string;
  answers?: Answers;
  locked?: { text: EncryptedBytes; pictures: readonly EncryptedBytes[] };
}

const getDatabaseName = (owner: string) => `waypost-drafts-${owner.replace(/^u/, '')}`;

/** Deletes what is left of an owner's. */
export const deleteDraftDatabase = (owner: string): void =>
  void indexedDB.deleteDatabase(getDatabaseName(owner));

/** @returns null where there is none */
const openDatabase = (owner: string): Promise<IDBDatabase | null> =>
  new Promise((resolve) => {
    const request = indexedDB.open(getDatabaseName(owner));
    // It is not created.
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
    setTimeout(() => resolve(null), openTimeoutMs);
  });

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('not read'));
  });

async function decryptAnswers(
  owner: string,
  { text, pictures }: Required<EarlierDraft>['locked'],
): Promise<Answers | null> {
  const decrypted = await decrypt(owner, text);
  if (!decrypted) return null;
  const entries = await Promise.all(
    pictures.map(async (it, index) => [String(index).padStart(4, '0'), await decrypt(owner, it)] as const),
  );
  return restoreBlobs(JSON.parse(new TextDecoder().decode(decrypted)) as Answers, new Map(entries));
}

/** @returns null for one that cannot be read now, and undefined for one that nobody can read any more */
async function readAnswers(
  owner: string,
  { answers, locked }: EarlierDraft,
): Promise<Answers | null | undefined> {
  if (!locked) return answers;
  const decrypted = await decryptAnswers(owner, locked);
  if (decrypted) return decrypted;
  await prepareKey(owner).catch(() => false);
  return (await decryptAnswers(owner, locked)) ?? ((await isKeyRecoverable(owner)) ? undefined : null);
}

/**
 * Moves the drafts of an owner. Those that cannot be decrypted yet stay for the next time.
 * @param write stores one
 */
export async function takeOverDrafts(
  owner: string,
  write: (draft: { id: string; surveyId: number; savedAt: number; answers: Answers }) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(owner);
  if (!database) return;
  const getStore = (mode: IDBTransactionMode) => database.transaction('drafts', mode).objectStore('drafts');
  try {
    for (const key of await resultOf(getStore('readonly').getAllKeys())) {
      const draft = (await resultOf(getStore('readonly').get(key))) as EarlierDraft;
      const answers = await readAnswers(owner, draft);
      if (answers === null) continue;
      if (answers) {
        const { savedAt, sendKey, surveyId = Number(key) } = draft;
        await write({ id: sendKey || createRandomId(), surveyId, savedAt, answers });
      }
      await resultOf(getStore('readwrite').delete(key));
    }
    if ((await resultOf(getStore('readonly').count())) === 0) deleteDraftDatabase(owner);
  } finally {
    database.close();
  }
}
