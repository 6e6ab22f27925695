/** The queue of reports on this device that wait for the server, encrypted, and the results of those that were sent. */
import type { ConsentAnswer } from '@waypost/contract/surveys/survey-consent';
import type { Answers, SurveyFormDefinition } from '../survey-form/answers/form-answers.ts';
import { extractBlobs, restoreBlobs } from './answer-blobs.ts';
import { visitorOwner } from './cache-names.ts';
import { readAllEntries, withStores } from './device-database.ts';
import { decrypt, type EncryptedBytes, encrypt } from './device-encryption.ts';

/**
 * `login`: its author must log in again. `refused`: the server rejected it, `problems` has the messages. `aside`: an
 * unfinished draft that an older version of the client put here; it is not sent automatically.
 */
export type QueuedReportState = 'waiting' | 'sending' | 'login' | 'refused' | 'aside' | 'sent';

/** The survey at the time of the answers: the report is sent by this version. */
export interface SurveySnapshot extends SurveyFormDefinition {
  id: number;
  name: string;
}

/** A report in the queue. */
export interface QueuedReport {
  /** Also its idempotency key, so that sending it twice makes one post. */
  id: string;
  owner: string;
  state: QueuedReportState;
  /** Milliseconds since the epoch; for `sent` the time of sending. */
  savedAt: number;
  survey: SurveySnapshot;
  answers: Answers;
  /** The hash of the key of its receipt, which opens nothing; of an unsent report of a visitor. */
  receipt?: string | undefined;
  /** What its reporter agreed to, where the survey asks. */
  consent?: ConsentAnswer | undefined;
  problems: readonly string[];
  /** Of a sent report; null if its author may not see it. */
  postId: number | null;
}

/** A report of another person: it cannot be decrypted. */
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
const buildBlobKey = (id: string, index: number) => `${id}/${String(index).padStart(4, '0')}`;
const buildBlobKeyRange = (id: string) => IDBKeyRange.bound(`${id}/`, `${id}/\uffff`);

/** Informs the other tabs. */
const queueChannel = new BroadcastChannel('waypost-waiting');
const listeners = new Set<() => void>();
queueChannel.addEventListener('message', () => notifyListeners());
const notifyListeners = () => {
  for (const listener of listeners) listener();
};
/** Tells all tabs to read the queue again. */
export function notifyQueueChange(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  queueChannel.postMessage(null);
  notifyListeners();
}
/** Calls the listener when the queue changes, in any tab. */
export function onQueueChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Writes the report; its pictures only if `withPictures` is true. */
async function writeReport(report: QueuedReport, withPictures: boolean): Promise<void> {
  const { id, owner, state, savedAt, ...rest } = report;
  const { answers, pictures: blobs } = extractBlobs(report.answers);
  const text = await encrypt(owner, encoder.encode(JSON.stringify({ ...rest, answers })));
  const pictures = withPictures
    ? await Promise.all(blobs.map(async (blob) => encrypt(owner, await blob.arrayBuffer())))
    : [];
  const row: QueueRow = { owner, state, savedAt, text };
  await withStores('readwrite', ['reports', 'pictures'], (stores) => {
    for (const [index, picture] of pictures.entries()) stores.pictures.put(picture, buildBlobKey(id, index));
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

/** All reports on this device, the oldest first. */
export async function listQueuedReports(): Promise<(QueuedReport | EncryptedReport)[]> {
  const reports = await Promise.all((await readRows()).map(([id, row]) => readReport(id, row)));
  return reports.sort((a, b) => a.savedAt - b.savedAt);
}

/** The report, if it exists and can be decrypted. */
export async function findQueuedReport(id: string): Promise<QueuedReport | undefined> {
  const row = await withStores(
    'readonly',
    ['reports'],
    ({ reports }) => reports.get(id) as IDBRequest<QueueRow | undefined>,
  );
  const report = row && (await readReport(id, row));
  return report && report.state !== 'locked' ? report : undefined;
}

/** States of this owner's and the visitors' reports, without decrypting them. */
export async function listQueuedReportStates(owner: string): Promise<QueuedReportState[]> {
  const rows = (await readRows()).map(([, row]) => row);
  return rows.filter((row) => row.owner === owner || row.owner === visitorOwner).map((row) => row.state);
}

/** Number of an owner's unsent reports, without decrypting them. */
export async function countQueuedReports(owner: string): Promise<number> {
  const rows = (await readRows()).map(([, row]) => row);
  return rows.filter((row) => row.owner === owner && row.state !== 'sent').length;
}

/** @throws when the browser stores nothing */
export const addQueuedReport = (
  report: Pick<QueuedReport, 'id' | 'owner' | 'survey' | 'answers' | 'receipt'>,
  state: QueuedReportState = 'waiting',
): Promise<void> => writeReport({ ...report, state, savedAt: Date.now(), problems: [], postId: null }, true);

/** Writes everything but the pictures, which do not change. */
export const updateQueuedReport = (report: QueuedReport): Promise<void> => writeReport(report, false);

/** Removes a report and its pictures. */
export async function deleteQueuedReport(id: string): Promise<void> {
  await withStores('readwrite', ['reports', 'pictures'], ({ reports, pictures }) => {
    pictures.delete(buildBlobKeyRange(id));
    reports.delete(id);
    return undefined;
  });
  notifyQueueChange();
}

/** Marks a report as sent and deletes its answers; the entry stays as a record. */
export async function markReportSent(report: QueuedReport, postId: number | null): Promise<void> {
  const { title } = report.answers;
  const answers: Answers = { title, content: '', values: {}, completed: [] };
  const survey: SurveySnapshot = { ...report.survey, tasks: [], attributes: [] };
  await withStores('readwrite', ['pictures'], ({ pictures }) =>
    pictures.delete(buildBlobKeyRange(report.id)),
  );
  await writeReport(
    {
      ...report,
      answers,
      survey,
      receipt: undefined,
      postId,
      problems: [],
      state: 'sent',
      savedAt: Date.now(),
    },
    false,
  );
}

/** Deletes an owner's reports, for a logout that leaves nothing on the device. */
export async function deleteQueuedReportsOf(owner: string, scope: 'all' | 'sent' = 'all'): Promise<void> {
  for (const [id, row] of await readRows())
    if (row.owner === owner && (scope === 'all' || row.state === 'sent')) await deleteQueuedReport(id);
}
