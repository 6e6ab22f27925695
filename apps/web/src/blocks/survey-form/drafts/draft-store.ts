/**
 * Drafts of reports in IndexedDB, which can also store pictures. Each account and visitors have a database of their own,
 * with one record per survey. An account's drafts are encrypted with a key that is deleted with the session, so that nobody
 * can read them afterwards.
 */
import { getDraftDatabaseName, getScreenOwner } from '../../../api/session.ts';
import type { EncryptedAnswers } from '../../device/encrypted-answers.ts';
import type { Answers } from '../answers/form-answers.ts';

/** The draft of a report. */
export interface Draft {
  answers: Answers;
  /** Milliseconds since the epoch. */
  savedAt: number;
  /** Idempotency key of the report, so that sending it twice makes one post. */
  sendKey: string;
}

/** As stored: not encrypted for visitors, and where the browser cannot encrypt. */
type StoredDraft = Draft | (Omit<Draft, 'answers'> & { locked: EncryptedAnswers });

const loadEncryption = () => import('../../device/encrypted-answers.ts');

const openDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(getDraftDatabaseName(getScreenOwner()), 1);
    request.onupgradeneeded = () => request.result.createObjectStore('drafts');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });

async function withDraftStore<T>(
  mode: IDBTransactionMode,
  run: (drafts: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction('drafts', mode);
      const request = run(transaction.objectStore('drafts'));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('not saved'));
    });
  } finally {
    database.close();
  }
}

/** Runs operations one after the other, since encryption is asynchronous. */
let lastTask: Promise<unknown> = Promise.resolve();
function runInOrder<T>(work: () => Promise<T>): Promise<T> {
  const next = lastTask.then(work, work);
  lastTask = next.catch(() => undefined);
  return next;
}

async function readNow(surveyId: number): Promise<Draft | undefined> {
  const accountId = getScreenOwner()?.id;
  const storedDraft = await withDraftStore(
    'readonly',
    (drafts) => drafts.get(surveyId) as IDBRequest<StoredDraft | undefined>,
  );
  // Load the encryption code now, even without a draft: it is needed for writing, when the network may be down.
  const { decryptAnswers } = accountId === undefined ? {} : await loadEncryption();
  if (!storedDraft || 'answers' in storedDraft) return storedDraft;
  if (accountId === undefined || !decryptAnswers) return undefined;
  const { locked, ...draft } = storedDraft;
  const answers = await decryptAnswers(accountId, locked);
  if (answers === 'unrecoverable') await withDraftStore('readwrite', (drafts) => drafts.delete(surveyId));
  return answers === null || answers === 'unrecoverable' ? undefined : { ...draft, answers };
}

async function writeNow(surveyId: number, accountId: number | undefined, draft: Draft): Promise<void> {
  const { answers, ...rest } = draft;
  const encrypted =
    accountId === undefined ? null : await (await loadEncryption()).encryptAnswers(accountId, answers);
  // The user may have logged out meanwhile: then the draft must not be written.
  if (accountId !== getScreenOwner()?.id) return;
  const storedDraft: StoredDraft = encrypted ? { ...rest, locked: encrypted } : draft;
  await withDraftStore('readwrite', (drafts) => drafts.put(storedDraft, surveyId));
}

/** The draft of a survey, if there is one that can be decrypted. */
export const readDraft = (surveyId: number): Promise<Draft | undefined> =>
  runInOrder(() => readNow(surveyId));
/** Stores the draft of a survey; does nothing after a logout. */
export function writeDraft(surveyId: number, draft: Draft): Promise<void> {
  const accountId = getScreenOwner()?.id;
  return runInOrder(() => writeNow(surveyId, accountId, draft));
}
/** Deletes the draft of a survey. */
export async function removeDraft(surveyId: number): Promise<void> {
  const accountId = getScreenOwner()?.id;
  await runInOrder(async () => {
    if (accountId === getScreenOwner()?.id)
      await withDraftStore('readwrite', (drafts) => drafts.delete(surveyId));
  });
}

/** When the draft of each survey was saved, by the survey's id. */
export async function readDraftTimes(): Promise<ReadonlyMap<number, number>> {
  const ids = await withDraftStore('readonly', (drafts) => drafts.getAllKeys());
  const drafts = await withDraftStore('readonly', (store) => store.getAll() as IDBRequest<StoredDraft[]>);
  return new Map(drafts.map((draft, index) => [Number(ids[index]), draft.savedAt]));
}
