/**
 * Drafts of reports in IndexedDB, which can also store pictures. Each account and visitors have a database of their own,
 * with any number of drafts per survey. An account's drafts are encrypted with a key that is deleted with the session, so that nobody
 * can read them afterwards.
 */
import { getDraftDatabaseName, getScreenOwner } from '../../../api/session.ts';
import { createRandomId } from '../../../ui/browser/random-id.ts';
import type { EncryptedAnswers } from '../../device/encrypted-answers.ts';
import type { Answers } from '../answers/form-answers.ts';

/** The draft of a report. */
export interface Draft {
  id: string;
  surveyId: number;
  answers: Answers;
  /** Milliseconds since the epoch. */
  savedAt: number;
  /** Idempotency key of the report, so that sending it twice makes one post. */
  sendKey: string;
}

/** As stored: not encrypted for visitors, and where the browser cannot encrypt. */
type StoredDraft = Draft | (Omit<Draft, 'answers'> & { locked: EncryptedAnswers });

const loadEncryption = () => import('../../device/encrypted-answers.ts');

/** Version 1 had one draft per survey, with the survey's id as key. */
function convertDraftsOfVersion1(drafts: IDBObjectStore): void {
  const request = drafts.openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return;
    if (typeof cursor.key === 'number') {
      const draft = cursor.value as Omit<StoredDraft, 'id' | 'surveyId'>;
      const id = draft.sendKey || createRandomId();
      drafts.put({ ...draft, id, surveyId: cursor.key }, id);
      cursor.delete();
    }
    cursor.continue();
  };
}

const openDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(getDraftDatabaseName(getScreenOwner()), 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion === 0) request.result.createObjectStore('drafts');
      else if (request.transaction) convertDraftsOfVersion1(request.transaction.objectStore('drafts'));
    };
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

async function decryptDraft(
  accountId: number | undefined,
  storedDraft: StoredDraft,
): Promise<Draft | undefined> {
  if ('answers' in storedDraft) return storedDraft;
  if (accountId === undefined) return undefined;
  const { locked, ...draft } = storedDraft;
  const answers = await (await loadEncryption()).decryptAnswers(accountId, locked);
  if (answers === 'unrecoverable')
    await withDraftStore('readwrite', (drafts) => drafts.delete(storedDraft.id));
  return answers === null || answers === 'unrecoverable' ? undefined : { ...draft, answers };
}

const readStoredDrafts = () =>
  withDraftStore('readonly', (drafts) => drafts.getAll() as IDBRequest<StoredDraft[]>);

async function readNow(surveyId: number): Promise<Draft[]> {
  const accountId = getScreenOwner()?.id;
  const storedDrafts = (await readStoredDrafts()).filter((it) => it.surveyId === surveyId);
  // Load the encryption code now, even without a draft: it is needed for writing, when the network may be down.
  if (accountId !== undefined) await loadEncryption();
  const drafts = await Promise.all(storedDrafts.map((it) => decryptDraft(accountId, it)));
  return drafts.filter((it) => it !== undefined).toSorted((a, b) => b.savedAt - a.savedAt);
}

async function writeNow(accountId: number | undefined, draft: Draft): Promise<void> {
  const { answers, ...rest } = draft;
  const encrypted =
    accountId === undefined ? null : await (await loadEncryption()).encryptAnswers(accountId, answers);
  // The user may have logged out meanwhile: then the draft must not be written.
  if (accountId !== getScreenOwner()?.id) return;
  const storedDraft: StoredDraft = encrypted ? { ...rest, locked: encrypted } : draft;
  await withDraftStore('readwrite', (drafts) => drafts.put(storedDraft, draft.id));
}

/** The drafts of a survey that can be decrypted, the latest first. */
export const readDrafts = (surveyId: number): Promise<Draft[]> => runInOrder(() => readNow(surveyId));
/** Stores a draft; does nothing after a logout. */
export function writeDraft(draft: Draft): Promise<void> {
  const accountId = getScreenOwner()?.id;
  return runInOrder(() => writeNow(accountId, draft));
}
async function removeWhere(isRemoved: (draft: StoredDraft) => boolean): Promise<void> {
  const accountId = getScreenOwner()?.id;
  await runInOrder(async () => {
    if (accountId !== getScreenOwner()?.id) return;
    for (const { id } of (await readStoredDrafts()).filter(isRemoved))
      await withDraftStore('readwrite', (drafts) => drafts.delete(id));
  });
}
/** Deletes a draft. */
export const removeDraft = (id: string): Promise<void> => removeWhere((it) => it.id === id);
/** Deletes all drafts of a survey. */
export const removeDraftsOfSurvey = (surveyId: number): Promise<void> =>
  removeWhere((it) => it.surveyId === surveyId);

/** The survey of each draft and when it was saved, by the draft's id. */
export async function readDraftTimes(): Promise<ReadonlyMap<string, Pick<Draft, 'surveyId' | 'savedAt'>>> {
  const drafts = await readStoredDrafts();
  return new Map(drafts.map(({ id, surveyId, savedAt }) => [id, { surveyId, savedAt }]));
}
