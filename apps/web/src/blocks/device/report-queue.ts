/** Reports that wait on this device until the server can be reached, locked; and what became of those that were sent. */
import type { Answers, SurveyFormDefinition } from '../survey-form/answers/form-answers.ts';
import { extractBlobs, restoreBlobs } from './answer-blobs.ts';
import { visitorOwner } from './cache-names.ts';
import { readAllEntries, withStores } from './device-database.ts';
import { decrypt, type EncryptedBytes, encrypt } from './device-encryption.ts';

/**
 * `login`: its person has to log in again. `refused`: the server did not take it, and `problems` say why. `aside`: put away
 * half-written for another one; it is not sent by itself.
 */
export type QueuedReportState = 'waiting' | 'sending' | 'login' | 'refused' | 'aside' | 'sent';

/** Of a survey, as it was answered: what is sent follows it, not what the survey has become. */
export interface SurveySnapshot extends SurveyFormDefinition {
  id: number;
  name: string;
}

export interface QueuedReport {
  /** Also names it to the server, so that sending it twice makes one post. */
  id: string;
  owner: string;
  state: QueuedReportState;
  /** Milliseconds of the epoch; of the last try for `sent`. */
  savedAt: number;
  survey: SurveySnapshot;
  answers: Answers;
  problems: readonly string[];
  /** Of a report that was sent; null where its sender may not see it. */
  postId: number | null;
}

/** One that another person left here: nothing of it can be read. */
export interface EncryptedReport {
  id: string;
  owner: string;
  savedAt: number;
  state: 'locked';
}

interface QueueRow {
  owner: string;
  state: QueuedReportState;
  savedAt: number;
  text: EncryptedBytes;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const buildBlobKey = (id: string, at: number) => `${id}/${String(at).padStart(4, '0')}`;
const buildBlobKeyRange = (id: string) => IDBKeyRange.bound(`${id}/`, `${id}/\uffff`);

/** Told to every tab. */
const queueChannel = new BroadcastChannel('waypost-waiting');
const listeners = new Set<() => void>();
queueChannel.addEventListener('message', () => notifyListeners());
const notifyListeners = () => {
  for (const listener of listeners) listener();
};
/** Tells that what is here is to be read again. */
export function notifyQueueChange(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  queueChannel.postMessage(null);
  notifyListeners();
}
/** Told whenever reports come, change or go, in any tab. */
export function onQueueChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Writes the report; its pictures only with `pictureSampleCount`. */
async function writeReport(report: QueuedReport, withPictures: boolean): Promise<void> {
  const { id, owner, state, savedAt, ...rest } = report;
  const { answers, pictures: blobs } = extractBlobs(report.answers);
  const text = await encrypt(owner, encoder.encode(JSON.stringify({ ...rest, answers })));
  const pictures = withPictures
    ? await Promise.all(blobs.map(async (blob) => encrypt(owner, await blob.arrayBuffer())))
    : [];
  const row: QueueRow = { owner, state, savedAt, text };
  await withStores('readwrite', ['reports', 'pictures'], (stores) => {
    for (const [at, picture] of pictures.entries()) stores.pictures.put(picture, buildBlobKey(id, at));
    return stores.reports.put(row, id);
  });
  notifyQueueChange();
}

async function readReport(id: string, row: QueueRow): Promise<QueuedReport | EncryptedReport> {
  const { owner, state, savedAt } = row;
  const text = await decrypt(owner, row.text);
  if (!text) return { id, owner, savedAt, state: 'locked' };
  const stored = JSON.parse(decoder.decode(text)) as Omit<QueuedReport, 'id' | 'owner' | 'state' | 'savedAt'>;
  const pictures = await withStores(
    'readonly',
    ['pictures'],
    (stores) => stores.pictures.getAll(buildBlobKeyRange(id)) as IDBRequest<EncryptedBytes[]>,
  );
  const decrypted = await Promise.all(pictures.map((it) => decrypt(owner, it)));
  const answers = restoreBlobs(stored.answers, decrypted);
  return { id, owner, state, savedAt, ...stored, answers };
}

const readRows = () => readAllEntries<QueueRow>('reports');

/** All that is on this device, the oldest first. */
export async function listQueuedReports(): Promise<(QueuedReport | EncryptedReport)[]> {
  const found = await Promise.all((await readRows()).map(([id, row]) => readReport(id, row)));
  return found.sort((a, b) => a.savedAt - b.savedAt);
}

export async function findQueuedReport(id: string): Promise<QueuedReport | undefined> {
  const row = await withStores(
    'readonly',
    ['reports'],
    ({ reports }) => reports.get(id) as IDBRequest<QueueRow | undefined>,
  );
  const found = row && (await readReport(id, row));
  return found && found.state !== 'locked' ? found : undefined;
}

/** What this owner's reports, and those of visitors, are at, without opening any. */
export async function listQueuedReportStates(owner: string): Promise<QueuedReportState[]> {
  const rows = (await readRows()).map(([, row]) => row);
  return rows.filter((row) => row.owner === owner || row.owner === visitorOwner).map((row) => row.state);
}

/** How many of an owner's reports have not been sent, without opening any. */
export async function countQueuedReports(owner: string): Promise<number> {
  const rows = (await readRows()).map(([, row]) => row);
  return rows.filter((row) => row.owner === owner && row.state !== 'sent').length;
}

/** @throws when this browser keeps nothing */
export const addQueuedReport = (
  report: Pick<QueuedReport, 'id' | 'owner' | 'survey' | 'answers'>,
  state: QueuedReportState = 'waiting',
): Promise<void> => writeReport({ ...report, state, savedAt: Date.now(), problems: [], postId: null }, true);

/** Pictures stay as they were written. */
export const updateQueuedReport = (report: QueuedReport): Promise<void> => writeReport(report, false);

export async function deleteQueuedReport(id: string): Promise<void> {
  await withStores('readwrite', ['reports', 'pictures'], ({ reports, pictures }) => {
    pictures.delete(buildBlobKeyRange(id));
    reports.delete(id);
    return undefined;
  });
  notifyQueueChange();
}

/** It arrived: what was written goes, that it was sent stays to be read. */
export async function markReportSent(report: QueuedReport, postId: number | null): Promise<void> {
  const { title } = report.answers;
  const answers: Answers = { title, content: '', values: {}, completed: [] };
  const survey: SurveySnapshot = { ...report.survey, tasks: [], attributes: [] };
  await withStores('readwrite', ['pictures'], ({ pictures }) =>
    pictures.delete(buildBlobKeyRange(report.id)),
  );
  await writeReport(
    { ...report, answers, survey, postId, problems: [], state: 'sent', savedAt: Date.now() },
    false,
  );
}

/** Deletes an owner's reports, for a logout that leaves nothing. */
export async function deleteQueuedReportsOf(owner: string, scope: 'all' | 'sent' = 'all'): Promise<void> {
  for (const [id, row] of await readRows())
    if (row.owner === owner && (scope === 'all' || row.state === 'sent')) await deleteQueuedReport(id);
}
