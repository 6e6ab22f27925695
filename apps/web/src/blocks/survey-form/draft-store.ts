/**
 * Unsent reports in the browser's own database, which also holds pictures. Each account has a database of its own, and
 * so have those without one; in it, one record per survey. An account's are locked with the key of its login, so that
 * nobody can read them here once it has ended.
 */
import { draftsOf, screenOwner } from '../../api/session.ts';
import type { LockedAnswers } from '../device/locked-answers.ts';
import type { Answers } from './form-answers.ts';

export interface Draft {
  answers: Answers;
  /** Milliseconds of the epoch. */
  savedAt: number;
  /** Names this report to the server, so that sending it twice makes one post. */
  sendKey: string;
}

/** As it lies here: a visitor's as it is, and everybody's where the browser locks nothing. */
type Kept = Draft | (Omit<Draft, 'answers'> & { locked: LockedAnswers });

const locking = () => import('../device/locked-answers.ts');

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(draftsOf(screenOwner()), 1);
    request.onupgradeneeded = () => request.result.createObjectStore('drafts');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });

async function onDrafts<T>(
  mode: IDBTransactionMode,
  act: (drafts: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open();
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
let last: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work, work);
  last = next.catch(() => undefined);
  return next;
}

async function read(surveyId: number): Promise<Draft | undefined> {
  const accountId = screenOwner()?.id;
  const kept = await onDrafts('readonly', (drafts) => drafts.get(surveyId) as IDBRequest<Kept | undefined>);
  // What will be needed to write is here before the line may be gone.
  const { openAnswers } = accountId === undefined ? {} : await locking();
  if (!kept || 'answers' in kept) return kept;
  if (accountId === undefined || !openAnswers) return undefined;
  const { locked, ...draft } = kept;
  const answers = await openAnswers(accountId, locked);
  if (answers === 'lost') await onDrafts('readwrite', (drafts) => drafts.delete(surveyId));
  return answers === null || answers === 'lost' ? undefined : { ...draft, answers };
}

async function write(surveyId: number, accountId: number | undefined, draft: Draft): Promise<void> {
  const { answers, ...rest } = draft;
  const locked = accountId === undefined ? null : await (await locking()).lockAnswers(accountId, answers);
  // A draft must not follow a logout.
  if (accountId !== screenOwner()?.id) return;
  const kept: Kept = locked ? { ...rest, locked } : draft;
  await onDrafts('readwrite', (drafts) => drafts.put(kept, surveyId));
}

export const readDraft = (surveyId: number): Promise<Draft | undefined> => inTurn(() => read(surveyId));
export function writeDraft(surveyId: number, draft: Draft): Promise<void> {
  const accountId = screenOwner()?.id;
  return inTurn(() => write(surveyId, accountId, draft));
}
export async function removeDraft(surveyId: number): Promise<void> {
  const accountId = screenOwner()?.id;
  await inTurn(async () => {
    if (accountId === screenOwner()?.id) await onDrafts('readwrite', (drafts) => drafts.delete(surveyId));
  });
}

/** When the unsent report of each survey was saved, by the survey's id. */
export async function draftTimes(): Promise<ReadonlyMap<number, number>> {
  const ids = await onDrafts('readonly', (drafts) => drafts.getAllKeys());
  const drafts = await onDrafts('readonly', (store) => store.getAll() as IDBRequest<Kept[]>);
  return new Map(drafts.map((draft, at) => [Number(ids[at]), draft.savedAt]));
}
