/**
 * Unsent reports in the browser's own database, which also holds pictures. Each account has a database of its own, and
 * so have those without one; in it, one record per survey. An account's are locked with the key of its login, so that
 * nobody can read them here once it has ended.
 */
import { getDraftDatabaseName, getScreenOwner } from '../../../api/session.ts';
import type { EncryptedAnswers } from '../../device/encrypted-answers.ts';
import type { Answers } from '../answers/form-answers.ts';

export interface Draft {
  answers: Answers;
  /** Milliseconds of the epoch. */
  savedAt: number;
  /** Names this report to the server, so that sending it twice makes one post. */
  sendKey: string;
}

/** As it lies here: a visitor's as it is, and everybody's where the browser locks nothing. */
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
  act: (drafts: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction('drafts', mode);
      const request = act(transaction.objectStore('drafts'));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('not saved'));
    });
  } finally {
    database.close();
  }
}

/** Locking takes a moment: what is asked for later is done later. */
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
  // What will be needed to write is here before the line may be gone.
  const { decryptAnswers: openAnswers } = accountId === undefined ? {} : await loadEncryption();
  if (!storedDraft || 'answers' in storedDraft) return storedDraft;
  if (accountId === undefined || !openAnswers) return undefined;
  const { locked: encrypted, ...draft } = storedDraft;
  const answers = await openAnswers(accountId, encrypted);
  if (answers === 'unrecoverable') await withDraftStore('readwrite', (drafts) => drafts.delete(surveyId));
  return answers === null || answers === 'unrecoverable' ? undefined : { ...draft, answers };
}

async function writeNow(surveyId: number, accountId: number | undefined, draft: Draft): Promise<void> {
  const { answers, ...rest } = draft;
  const encrypted =
    accountId === undefined ? null : await (await loadEncryption()).encryptAnswers(accountId, answers);
  // A draft must not follow a logout.
  if (accountId !== getScreenOwner()?.id) return;
  const storedDraft: StoredDraft = encrypted ? { ...rest, locked: encrypted } : draft;
  await withDraftStore('readwrite', (drafts) => drafts.put(storedDraft, surveyId));
}

export const readDraft = (surveyId: number): Promise<Draft | undefined> =>
  runInOrder(() => readNow(surveyId));
export function writeDraft(surveyId: number, draft: Draft): Promise<void> {
  const accountId = getScreenOwner()?.id;
  return runInOrder(() => writeNow(surveyId, accountId, draft));
}
export async function removeDraft(surveyId: number): Promise<void> {
  const accountId = getScreenOwner()?.id;
  await runInOrder(async () => {
    if (accountId === getScreenOwner()?.id)
      await withDraftStore('readwrite', (drafts) => drafts.delete(surveyId));
  });
}

/** When the unsent report of each survey was saved, by the survey's id. */
export async function readDraftTimes(): Promise<ReadonlyMap<number, number>> {
  const ids = await withDraftStore('readonly', (drafts) => drafts.getAllKeys());
  const drafts = await withDraftStore('readonly', (store) => store.getAll() as IDBRequest<StoredDraft[]>);
  return new Map(drafts.map((draft, at) => [Number(ids[at]), draft.savedAt]));
}
