/** Reports that wait on this device until the server can be reached, locked; and what became of those that were sent. */
import type { Answers, SurveyAsked } from '../survey-form/form-answers.ts';
import { putTogether, takeApart } from './answers-apart.ts';
import { visitor } from './cache-names.ts';
import { allIn, inDatabase } from './database.ts';
import { type Locked, lock, unlock } from './lock.ts';

/**
 * `login`: its person has to log in again. `refused`: the server did not take it, and `problems` say why. `aside`: put away
 * half-written for another one; it is not sent by itself.
 */
export type WaitingState = 'waiting' | 'sending' | 'login' | 'refused' | 'aside' | 'sent';

/** Of a survey, as it was answered: what is sent follows it, not what the survey has become. */
export interface AnsweredSurvey extends SurveyAsked {
  id: number;
  name: string;
}

export interface WaitingReport {
  /** Also names it to the server, so that sending it twice makes one post. */
  id: string;
  owner: string;
  state: WaitingState;
  /** Milliseconds of the epoch; of the last try for `sent`. */
  savedAt: number;
  survey: AnsweredSurvey;
  answers: Answers;
  problems: readonly string[];
  /** Of a report that was sent; null where its sender may not see it. */
  postId: number | null;
}

/** One that another person left here: nothing of it can be read. */
export interface LockedReport {
  id: string;
  owner: string;
  savedAt: number;
  state: 'locked';
}

interface Row {
  owner: string;
  state: WaitingState;
  savedAt: number;
  text: Locked;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const pictureKey = (id: string, at: number) => `${id}/${String(at).padStart(4, '0')}`;
const picturesOf = (id: string) => IDBKeyRange.bound(`${id}/`, `${id}/\uffff`);

/** Told to every tab. */
const channel = new BroadcastChannel('waypost-waiting');
const listeners = new Set<() => void>();
channel.addEventListener('message', () => tellHere());
const tellHere = () => {
  for (const listener of listeners) listener();
};
/** Tells that what is here is to be read again. */
export function tellWaiting(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  channel.postMessage(null);
  tellHere();
}
/** Told whenever reports come, change or go, in any tab. */
export function onWaiting(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Writes the report; its pictures only with `withPictures`. */
async function write(report: WaitingReport, withPictures: boolean): Promise<void> {
  const { id, owner, state, savedAt, ...rest } = report;
  const { answers, pictures: blobs } = takeApart(report.answers);
  const text = await lock(owner, encoder.encode(JSON.stringify({ ...rest, answers })));
  const pictures = withPictures
    ? await Promise.all(blobs.map(async (blob) => lock(owner, await blob.arrayBuffer())))
    : [];
  const row: Row = { owner, state, savedAt, text };
  await inDatabase('readwrite', ['reports', 'pictures'], (stores) => {
    for (const [at, picture] of pictures.entries()) stores.pictures.put(picture, pictureKey(id, at));
    return stores.reports.put(row, id);
  });
  tellWaiting();
}

async function read(id: string, row: Row): Promise<WaitingReport | LockedReport> {
  const { owner, state, savedAt } = row;
  const text = await unlock(owner, row.text);
  if (!text) return { id, owner, savedAt, state: 'locked' };
  const kept = JSON.parse(decoder.decode(text)) as Omit<WaitingReport, 'id' | 'owner' | 'state' | 'savedAt'>;
  const pictures = await inDatabase(
    'readonly',
    ['pictures'],
    (stores) => stores.pictures.getAll(picturesOf(id)) as IDBRequest<Locked[]>,
  );
  const opened = await Promise.all(pictures.map((it) => unlock(owner, it)));
  const answers = putTogether(kept.answers, opened);
  return { id, owner, state, savedAt, ...kept, answers };
}

const rowsById = () => allIn<Row>('reports');

/** All that is on this device, the oldest first. */
export async function listWaiting(): Promise<(WaitingReport | LockedReport)[]> {
  const found = await Promise.all((await rowsById()).map(([id, row]) => read(id, row)));
  return found.sort((a, b) => a.savedAt - b.savedAt);
}

export async function findWaiting(id: string): Promise<WaitingReport | undefined> {
  const row = await inDatabase(
    'readonly',
    ['reports'],
    ({ reports }) => reports.get(id) as IDBRequest<Row | undefined>,
  );
  const found = row && (await read(id, row));
  return found && found.state !== 'locked' ? found : undefined;
}

/** What this owner's reports, and those of visitors, are at, without opening any. */
export async function statesOf(owner: string): Promise<WaitingState[]> {
  const rows = (await rowsById()).map(([, row]) => row);
  return rows.filter((row) => row.owner === owner || row.owner === visitor).map((row) => row.state);
}

/** How many of an owner's reports have not been sent, without opening any. */
export async function countWaiting(owner: string): Promise<number> {
  const rows = (await rowsById()).map(([, row]) => row);
  return rows.filter((row) => row.owner === owner && row.state !== 'sent').length;
}

/** @throws when this browser keeps nothing */
export const addWaiting = (
  report: Pick<WaitingReport, 'id' | 'owner' | 'survey' | 'answers'>,
  state: WaitingState = 'waiting',
): Promise<void> => write({ ...report, state, savedAt: Date.now(), problems: [], postId: null }, true);

/** Pictures stay as they were written. */
export const changeWaiting = (report: WaitingReport): Promise<void> => write(report, false);

export async function removeWaiting(id: string): Promise<void> {
  await inDatabase('readwrite', ['reports', 'pictures'], ({ reports, pictures }) => {
    pictures.delete(picturesOf(id));
    reports.delete(id);
    return undefined;
  });
  tellWaiting();
}

/** It arrived: what was written goes, that it was sent stays to be read. */
export async function markSent(report: WaitingReport, postId: number | null): Promise<void> {
  const { title } = report.answers;
  const answers: Answers = { title, content: '', values: {}, completed: [] };
  const survey: AnsweredSurvey = { ...report.survey, tasks: [], attributes: [] };
  await inDatabase('readwrite', ['pictures'], ({ pictures }) => pictures.delete(picturesOf(report.id)));
  await write(
    { ...report, answers, survey, postId, problems: [], state: 'sent', savedAt: Date.now() },
    false,
  );
}

/** Deletes an owner's reports, for a logout that leaves nothing. */
export async function removeAllOf(owner: string, which: 'all' | 'sent' = 'all'): Promise<void> {
  for (const [id, row] of await rowsById())
    if (row.owner === owner && (which === 'all' || row.state === 'sent')) await removeWaiting(id);
}
