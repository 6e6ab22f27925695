/**
 * The reports on this device that the server does not have yet: drafts, and those that are sent or wait. Each is one record,
 * encrypted with the key of whoever wrote it.
 */
import type { ConsentAnswer } from '@waypost/contract/surveys/survey-consent';
import { getScreenOwner } from '../../api/session.ts';
import type { Answers, SurveyFormDefinition } from '../survey-form/answers/form-answers.ts';
import { extractBlobs, restoreBlobs } from './answer-blobs.ts';
import { getCacheOwner, visitorOwner } from './cache-names.ts';
import { readAllEntries, withStores } from './device-database.ts';
import { decrypt, type EncryptedBytes, encrypt, isKeyRecoverable, prepareKey } from './device-encryption.ts';
import { deleteDraftDatabase, takeOverDrafts } from './earlier-drafts.ts';

/**
 * `draft`: it is being written. `waiting`: it will be sent. `login`: its author must log in again. `refused`: the server rejected it,
 * `problems` has the messages. `aside`: an unfinished draft that an older version of the client put here; it is not sent automatically.
 */
export type ReportState = 'draft' | 'waiting' | 'sending' | 'login' | 'refused' | 'aside' | 'sent';

/** The survey at the time of the answers: the report is sent by this version. */
export interface SurveySnapshot extends SurveyFormDefinition {
  id: number;
  name: string;
}

/** A report on this device. */
export interface StoredReport {
  /** Also its idempotency key, so that sending it twice makes one post. */
  id: string;
  owner: string;
  state: ReportState;
  /** Milliseconds since the epoch; for `sent` the time of sending. */
  savedAt: number;
  survey: SurveySnapshot;
  answers: Answers;
  /** The hash of the key of its receipt, which opens nothing; of a report of a visitor. */
  receipt?: string | undefined;
  /** What its reporter agreed to, where the survey asks. */
  consent?: ConsentAnswer | undefined;
  /** What stands in the honeypot field. */
  website?: string | undefined;
  problems: readonly string[];
  /** Of a sent report; null if its author may not see it. */
  postId: number | null;
}

/** A report that is or was to be sent. */
export interface QueuedReport extends StoredReport {
  state: Exclude<ReportState, 'draft'>;
}

/** A report of another person: it cannot be decrypted. */
export interface LockedReport extends Pick<StoredReport, 'id' | 'owner' | 'savedAt'> {
  state: 'locked';
}

/** As stored. Members keep their names: earlier versions of the client wrote such rows. */
interface Row extends Pick<StoredReport, 'owner' | 'state' | 'savedAt'> {
  /** Of a draft. */
  surveyId?: number;
  text: EncryptedBytes;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const picturePrefix = (id: string) => `${id}/`;
const pictureRange = (id: string) => IDBKeyRange.bound(picturePrefix(id), `${picturePrefix(id)}\uffff`);

/** Informs the other tabs. */
const reportsChannel = new BroadcastChannel('waypost-waiting');
const listeners = new Set<() => void>();
const notifyListeners = () => {
  for (const listener of listeners) listener();
};
reportsChannel.addEventListener('message', notifyListeners);
/** Tells all tabs to read the queued reports again. */
export function notifyReportsChange(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origins
  reportsChannel.postMessage(null);
  notifyListeners();
}
/** Calls the listener when the queued reports change, in any tab. */
export function onReportsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Changes happen one after the other, since encryption is asynchronous. */
let lastChange: Promise<unknown> = Promise.resolve();
function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const next = lastChange.then(work, work);
  lastChange = next.catch(() => undefined);
  return next;
}

const getScreenOwnerName = () => getCacheOwner(getScreenOwner()?.id);

async function writeNow(report: StoredReport): Promise<void> {
  const { id, owner, state, savedAt, ...rest } = report;
  const { answers, pictures } = extractBlobs(report.answers);
  const text = await encrypt(owner, encoder.encode(JSON.stringify({ ...rest, answers })));
  const storedKeys = await withStores(
    'readonly',
    ['pictures'],
    (stores) => stores.pictures.getAllKeys(pictureRange(id)) as IDBRequest<string[]>,
  );
  const wanted = new Map([...pictures].map(([key, blob]) => [picturePrefix(id) + key, blob]));
  const added = await Promise.all(
    [...wanted]
      .filter(([key]) => !storedKeys.includes(key))
      .map(async ([key, blob]) => ({
        key,
        picture: await encrypt(owner, new Uint8Array(await blob.arrayBuffer())),
      })),
  );
  // The author may have logged out meanwhile: then a draft must not be written.
  if (state === 'draft' && owner !== getScreenOwnerName()) return;
  const row: Row = {
    owner,
    state,
    savedAt,
    text,
    ...(state === 'draft' ? { surveyId: report.survey.id } : {}),
  };
  await withStores('readwrite', ['reports', 'pictures'], (stores) => {
    for (const key of storedKeys) if (!wanted.has(key)) stores.pictures.delete(key);
    for (const { key, picture } of added) stores.pictures.put(picture, key);
    return stores.reports.put(row, id);
  });
  if (state !== 'draft') notifyReportsChange();
}

/** Stores a report. Without https it is not encrypted. @throws when the browser stores nothing */
export const writeReport = (report: StoredReport): Promise<void> => inOrder(() => writeNow(report));

const readStoredRow = (id: string): Promise<Row | undefined> =>
  withStores('readonly', ['reports'], ({ reports }) => reports.get(id) as IDBRequest<Row | undefined>);

/** Runs a change of a report that is being sent, unless it was edited or deleted meanwhile in another tab. */
const ifUnchanged = (
  { id, savedAt }: Pick<StoredReport, 'id' | 'savedAt'>,
  change: () => Promise<void>,
): Promise<void> =>
  inOrder(async () => {
    if ((await readStoredRow(id))?.savedAt === savedAt) await change();
  });

/** Stores what became of a report. @param sent the report as it was stored when its sending began */
export const updateReport = (
  sent: Pick<StoredReport, 'id' | 'savedAt'>,
  report: StoredReport,
): Promise<void> => ifUnchanged(sent, () => writeNow(report));

/** Deletes a report that was sent. */
export const deleteSentReport = (sent: StoredReport): Promise<void> =>
  ifUnchanged(sent, () => deleteNow(sent.id));

async function readRow(
  id: string,
  { owner, state, savedAt, text }: Row,
): Promise<StoredReport | LockedReport> {
  const decrypted = await decrypt(owner, text);
  if (!decrypted) return { id, owner, savedAt, state: 'locked' };
  const stored = JSON.parse(decoder.decode(decrypted)) as Omit<StoredReport, keyof Row | 'id'>;
  const rows = await readAllEntries<EncryptedBytes>('pictures', pictureRange(id));
  const pictures = await Promise.all(
    rows.map(async ([key, it]) => [key.slice(picturePrefix(id).length), await decrypt(owner, it)] as const),
  );
  return { id, owner, state, savedAt, ...stored, answers: restoreBlobs(stored.answers, new Map(pictures)) };
}

const readRows = () => readAllEntries<Row>('reports');
const isDraftOf = (owner: string) => (row: Row) => row.state === 'draft' && row.owner === owner;

async function deleteNow(id: string): Promise<void> {
  await withStores('readwrite', ['reports', 'pictures'], ({ reports, pictures }) => {
    pictures.delete(pictureRange(id));
    reports.delete(id);
    return undefined;
  });
  notifyReportsChange();
}

/** Deletes a report and its pictures. */
export const deleteReport = (id: string): Promise<void> => inOrder(() => deleteNow(id));

/** The report, if it exists and can be decrypted. */
export async function findReport(id: string): Promise<StoredReport | undefined> {
  const row = await readStoredRow(id);
  const report = row && (await readRow(id, row));
  return report && report.state !== 'locked' ? report : undefined;
}

/** All reports on this device but the drafts, the oldest first. */
export async function listQueuedReports(): Promise<(QueuedReport | LockedReport)[]> {
  const rows = (await readRows()).filter(([, { state }]) => state !== 'draft');
  const reports = await Promise.all(rows.map(([id, row]) => readRow(id, row)));
  const isQueued = (it: StoredReport | LockedReport): it is QueuedReport | LockedReport =>
    it.state !== 'draft';
  return reports.filter(isQueued).toSorted((a, b) => a.savedAt - b.savedAt);
}

/** This owner's and the visitors' reports but the drafts, without decrypting them. */
export async function listQueuedReportStates(owner: string): Promise<Pick<StoredReport, 'id' | 'state'>[]> {
  const rows = (await readRows()).filter(
    ([, row]) => row.state !== 'draft' && (row.owner === owner || row.owner === visitorOwner),
  );
  return rows.map(([id, { state }]) => ({ id, state }));
}

/** Number of an owner's reports that are to be sent, without decrypting them. */
export async function countQueuedReports(owner: string): Promise<number> {
  const rows = (await readRows()).map(([, row]) => row);
  return rows.filter((row) => row.owner === owner && row.state !== 'sent' && row.state !== 'draft').length;
}

/** Deletes an owner's reports, for a logout that leaves nothing on the device. */
export async function deleteQueuedReportsOf(owner: string): Promise<void> {
  for (const [id, row] of await readRows()) if (row.owner === owner) await deleteReport(id);
}

async function readDraft(id: string, row: Row): Promise<StoredReport | undefined> {
  const draft = await readRow(id, row);
  if (draft.state !== 'locked') return draft;
  // Shortly after a login the key may still be loading.
  await prepareKey(row.owner).catch(() => false);
  const again = await readRow(id, row);
  if (again.state !== 'locked') return again;
  // Encrypted with a key that was generated here, and is gone.
  if (await isKeyRecoverable(row.owner)) await deleteNow(id);
  return undefined;
}

/** Rows of the drafts of whoever uses the device. Those that an earlier version of the client stored are taken over. */
async function readDraftRows(): Promise<[id: string, row: Row][]> {
  const owner = getScreenOwnerName();
  // New drafts work without those.
  await takeOverDrafts(owner, ({ surveyId, ...draft }) => {
    const survey = { id: surveyId, name: '', tasks: [], attributes: [] };
    return writeNow({ ...draft, owner, state: 'draft', survey, problems: [], postId: null });
  }).catch(() => undefined);
  const isOwnDraft = isDraftOf(owner);
  return (await readRows()).filter(([, row]) => isOwnDraft(row));
}

/** The drafts of a survey that can be decrypted, the latest first. */
export const readDrafts = (surveyId: number): Promise<StoredReport[]> =>
  inOrder(async () => {
    const rows = (await readDraftRows()).filter(([, row]) => row.surveyId === surveyId);
    const drafts = await Promise.all(rows.map(([id, row]) => readDraft(id, row)));
    return drafts.filter((it) => it !== undefined).toSorted((a, b) => b.savedAt - a.savedAt);
  });

/** When each draft of a survey, or of all surveys, was saved. */
export const listDraftTimes = (surveyId?: number): Promise<number[]> =>
  inOrder(async () => {
    const rows = (await readDraftRows()).map(([, row]) => row);
    return rows
      .filter((row) => surveyId === undefined || row.surveyId === surveyId)
      .map(({ savedAt }) => savedAt);
  });

/** Deletes an owner's drafts: those of a survey, or all of them, for a logout. */
export const deleteDrafts = (owner: string, surveyId?: number): Promise<void> =>
  inOrder(async () => {
    const isOwnDraft = isDraftOf(owner);
    for (const [id, row] of await readRows())
      if (isOwnDraft(row) && (surveyId === undefined || row.surveyId === surveyId)) await deleteNow(id);
    if (surveyId === undefined) deleteDraftDatabase(owner);
  });
