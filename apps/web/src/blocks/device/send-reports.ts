/**
 * Sends reports: that of an open form, and those that wait on this device, one after the other, in one tab at a time. The device keeps
 * a report until the server has it: after a crash, and after a network error, it is sent again with the same key, and its uploads
 * are resumed.
 */
import { idempotencyHeader } from '@waypost/contract/common/endpoint';
import type { ValidationRule } from '@waypost/contract/common/problems';
import { createPost, type Post } from '@waypost/contract/posts/posts';
import { getPostTextField } from '@waypost/survey-logic/survey-definition';
import { t } from 'i18next';
import { createNetworkError, isApiError, isTransientError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { isChunkLoadError } from '../../api/chunk-load-error.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { queryClient } from '../../api/query-client.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { getCurrentAccount } from '../../api/session.ts';
import { getValidToken, getVisitorToken, isReauthenticationPending, storedToken } from '../../api/tokens.ts';
import { createRandomId } from '../../ui/browser/random-id.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { withProofOfWork } from '../proof-of-work/with-proof-of-work.ts';
import { mapServerErrors } from '../survey-form/answers/field-errors.ts';
import { type Answers, toPostInput } from '../survey-form/answers/form-answers.ts';
import { isNewPhoto, type NewPhoto } from '../survey-form/photos/new-photo.ts';
import { PhotoError, type UploadProgress, uploadPhotos } from '../survey-form/photos/upload-photos.ts';
import { getCacheOwner, visitorOwner } from './cache-names.ts';
import { canEncrypt } from './device-encryption.ts';
import './device-labels.ts';
import {
  deleteReport,
  deleteSentReport,
  findReport,
  listQueuedReports,
  notifyReportsChange,
  type StoredReport,
  updateReport,
  writeReport,
} from './stored-reports.ts';

/** Delays before the next attempts. */
const retryDelaysMs = [5000, 15_000, 60_000, 300_000];

let uploadProgress: { id: string; part: number } | null = null;
const progressListeners = new Set<() => void>();
/** Upload progress of a waiting report that this tab sends, 0 to 1; null for others. */
export const readUploadProgress = (id: string): number | null =>
  uploadProgress?.id === id ? uploadProgress.part : null;
/** @returns a function that removes the listener */
export function onUploadProgress(listener: () => void): () => void {
  progressListeners.add(listener);
  return () => progressListeners.delete(listener);
}
function setUploadProgress(next: typeof uploadProgress): void {
  uploadProgress = next;
  for (const listener of progressListeners) listener();
}

/** Ids of the reports that an open form in this tab sends, and shows itself. */
const reportsOfForms = new Set<string>();
export const isSentByForm = (id: string): boolean => reportsOfForms.has(id);

/** Names of the locks of reports: each is sent once at a time. Browsers have locks over https only. */
const getLockName = (id: string): string => `waypost-report-${id}`;

const unwrap = (error: unknown): unknown => (error instanceof PhotoError ? error.cause : error);

const keyReusedRule: ValidationRule = 'keyReused';
/** Whether the server has the report in an earlier version: with its changes it is a new report. */
export const isKeyReused = (error: unknown): boolean =>
  isApiError(error) && error.entries.some(({ code }) => code === keyReusedRule);

/**
 * Uploads the pictures, then sends the post.
 * @param upload its `onAnswers` stores what the next attempt needs to know, before the next request is sent
 * @throws PhotoError, ApiError
 */
async function transmit(
  { id, survey, answers, receipt, consent, website }: StoredReport,
  upload: UploadProgress,
): Promise<Post | null> {
  const uploaded = await uploadPhotos(answers, upload);
  const body = {
    ...toPostInput(survey, uploaded),
    form: { id: survey.id },
    ...(website ? { website } : {}),
    ...(receipt === undefined ? {} : { receipt }),
    ...(consent ? { consent } : {}),
  };
  const token = upload.token === undefined ? {} : { token: upload.token };
  return withProofOfWork((proof) =>
    call(createPost, { body }, { ...token, headers: { [idempotencyHeader]: id, ...proof } }),
  );
}

/** A notice about a report whose form is not open, and what it changes on other screens. */
function notifyResult({ owner, answers, state }: StoredReport): void {
  // Its author may have logged out meanwhile.
  if (owner !== visitorOwner && owner !== getCacheOwner(getCurrentAccount()?.id)) return;
  const title = answers.title.trim() || t('post.untitled');
  if (state === 'sent') {
    notify('success', t('device.notice.sent', { title }));
    void queryClient.invalidateQueries({ queryKey: buildResourceKey('posts') });
  } else {
    notify('error', t('device.notice.refused', { title }));
    // The survey may have changed since it was answered: the form must show its current state.
    void queryClient.invalidateQueries({ queryKey: buildResourceKey('forms'), refetchType: 'all' });
  }
}

/** Stores that a report was sent, without its answers. */
function markSent(report: StoredReport, post: Post | null): Promise<void> {
  const answers: Answers = { title: report.answers.title, content: '', values: {}, completed: [] };
  const survey = { ...report.survey, tasks: [], attributes: [] };
  const { id, owner } = report;
  return updateReport(report, {
    id,
    owner,
    survey,
    answers,
    state: 'sent',
    savedAt: Date.now(),
    problems: [],
    postId: post?.id ?? null,
  });
}

/** How a form follows the sending of its report. */
export interface FormProgress extends UploadProgress {
  /** Whether the form still shows the report. */
  isOpen: () => boolean;
}

/** `waiting`: the server cannot be reached, and the report is sent later. */
export type FormResult = { kind: 'sent'; post: Post | null } | { kind: 'waiting' };

/** Whether the server could not be reached or is unavailable, as opposed to rejecting the photo or the report. */
const isServerUnreachable = (error: unknown): boolean => isChunkLoadError(error) || isTransientError(error);

/** Whether a report that is stored may be sent later: while the login dialog of an expired session is open, it is not decided whose it is. */
const canWait = ({ owner }: StoredReport): boolean =>
  canEncrypt() && owner === getCacheOwner(getCurrentAccount()?.id) && !isReauthenticationPending();

async function sendOpenReport(draft: StoredReport, progress: FormProgress): Promise<FormResult> {
  let current: StoredReport = { ...draft, state: 'sending', savedAt: Date.now() };
  const isStored = await writeReport(current).then(
    () => true,
    () => false,
  );
  const write = (changes: Partial<StoredReport>) => {
    current = { ...current, ...changes };
    return updateReport(current, current).catch(() => undefined);
  };
  try {
    if (!navigator.onLine && isStored && canWait(draft)) throw createNetworkError();
    const post = await transmit(draft, {
      ...progress,
      onAnswers: async (answers) => {
        await write({ answers });
        await progress.onAnswers?.(answers);
      },
    });
    if (progress.isOpen()) await deleteSentReport(current).catch(() => undefined);
    else {
      await markSent(current, post).catch(() => undefined);
      notifyResult({ ...current, state: 'sent' });
    }
    return { kind: 'sent', post };
  } catch (error) {
    if (isStored && canWait(draft) && isServerUnreachable(unwrap(error))) {
      await write({ state: 'waiting' });
      return { kind: 'waiting' };
    }
    // The form shows the error.
    await write({ state: 'draft' });
    throw error;
  }
}

/**
 * Sends the report of an open form. It is stored before, so that it is not lost when the page is closed. When the form is left, the
 * upload of its pictures ends, and it is a draft again.
 * @throws PhotoError, ApiError: the report is a draft again
 */
export async function sendFromForm(report: StoredReport, progress: FormProgress): Promise<FormResult> {
  reportsOfForms.add(report.id);
  try {
    const send = () => sendOpenReport(report, progress);
    const result = await ('locks' in navigator
      ? navigator.locks.request(getLockName(report.id), send)
      : send());
    if (result.kind === 'waiting') startSending();
    return result;
  } finally {
    reportsOfForms.delete(report.id);
    notifyReportsChange();
  }
}

/** The token for a report; null while its author is not logged in. */
async function getTokenOfOwner(owner: string): Promise<string | null> {
  if (owner === visitorOwner) return getVisitorToken();
  const account = getCurrentAccount();
  return account && getCacheOwner(account.id) === owner && !isReauthenticationPending()
    ? (getValidToken()?.accessToken ?? null)
    : null;
}

/** Network errors, server errors and rate limits may succeed later, unlike a rejection. */
const isRetryable = (error: unknown): boolean =>
  isChunkLoadError(error) ||
  (isApiError(error) &&
    (error.kind !== 'rejected' || error.status >= 500 || error.status === 429 || error.status === 408));

/** The messages of an error, with the labels of the fields. */
function formatReportErrors(error: unknown, { survey }: StoredReport): string[] {
  if (!isApiError(error)) return formatErrorMessages(error);
  const { errors, rest } = mapServerErrors(error, survey);
  const findLabel = (target: string) =>
    survey.attributes.find((it) => target === (getPostTextField(it) ?? `values.${it.key}`))?.label;
  const fieldTexts = errors.map(({ target, text }) => {
    const label = findLabel(target);
    return label ? `${label}: ${text}` : text;
  });
  return fieldTexts.length + rest.length > 0 ? [...fieldTexts, ...rest] : formatErrorMessages(error);
}

/** Without media ids: the server deletes unused uploads after a while, and the pictures are then uploaded once more. */
function withoutUploads(answers: Answers): Answers {
  const withoutIds = ({ savedId: _savedId, claim: _claim, uploadId: _uploadId, ...photo }: NewPhoto) => photo;
  const lists = Object.entries(answers.values).map(([key, list]) => [
    key,
    list.map((it) => (isNewPhoto(it) ? withoutIds(it) : it)),
  ]);
  return { ...answers, values: Object.fromEntries(lists) };
}
const hasUploads = ({ values }: Answers): boolean =>
  Object.values(values)
    .flat()
    .some((it) => isNewPhoto(it) && it.savedId !== undefined);

/** `retry`: nothing can be sent now; `server-error`: the server failed for this report, but may not for the next. */
type SendResult = 'sent' | 'kept' | 'retry' | 'server-error';

async function sendWaitingReport(report: StoredReport, isSecondAttempt = false): Promise<SendResult> {
  let current: StoredReport = { ...report, state: 'sending', problems: [] };
  const write = (changes: Partial<StoredReport>) => {
    current = { ...current, ...changes };
    return updateReport(current, current);
  };
  try {
    const token = await getTokenOfOwner(report.owner);
    if (token === null) {
      if (report.state !== 'login') await write({ state: 'login' });
      return 'kept';
    }
    await write({});
    const post = await transmit(current, {
      token,
      onProgress: (part) => setUploadProgress(part === null ? null : { id: report.id, part }),
      onAnswers: (answers) => write({ answers }),
    });
    await markSent(current, post);
    notifyResult({ ...current, state: 'sent' });
    return 'sent';
  } catch (thrown) {
    const error = unwrap(thrown);
    if (isRetryable(error)) {
      await write({ state: 'waiting', problems: formatErrorMessages(error) });
      return isApiError(error) && error.status === 500 ? 'server-error' : 'retry';
    }
    const status = isApiError(error) ? error.status : 0;
    if (status === 401) {
      const isVisitor = report.owner === visitorOwner;
      await write({ state: isVisitor ? 'waiting' : 'login' });
      return isVisitor ? 'retry' : 'kept';
    }
    if (status === 422 && hasUploads(report.answers) && !isSecondAttempt)
      return sendWaitingReport({ ...current, answers: withoutUploads(current.answers) }, true);
    const refused = { state: 'refused', problems: formatReportErrors(error, current) } as const;
    if (isKeyReused(error)) {
      await writeReport({ ...current, ...refused, id: createRandomId() });
      await deleteReport(report.id);
    } else {
      await write(refused);
      notifyResult(current);
    }
    return 'kept';
  } finally {
    setUploadProgress(null);
  }
}

/** Whether to send a report now: one of the current owner, or a visitor's, which is sent in any session. */
const isSendable = (report: { owner: string; state: string }): boolean =>
  (report.owner === getCacheOwner(getCurrentAccount()?.id) || report.owner === visitorOwner) &&
  ['waiting', 'sending', 'login'].includes(report.state);

let failureCount = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

function scheduleRetry(): void {
  const delayMs = retryDelaysMs[Math.min(failureCount, retryDelaysMs.length - 1)] ?? 0;
  failureCount += 1;
  retryTimer = setTimeout(sendNow, delayMs);
}

async function sendAll(): Promise<void> {
  const triedIds = new Set<string>();
  let hasServerErrors = false;
  for (;;) {
    // Read again each time: the queue may have changed while a report was sent.
    const next = (await listQueuedReports()).find((it) => isSendable(it) && !triedIds.has(it.id));
    if (!next) return hasServerErrors ? scheduleRetry() : undefined;
    triedIds.add(next.id);
    const result = await navigator.locks.request(
      getLockName(next.id),
      { ifAvailable: true },
      async (lock): Promise<SendResult> => {
        // A form may be sending it, or have sent it meanwhile.
        const report = lock ? await findReport(next.id) : undefined;
        return report && isSendable(report) ? sendWaitingReport(report) : 'kept';
      },
    );
    if (result === 'retry') return scheduleRetry();
    if (result === 'sent') failureCount = 0;
    hasServerErrors ||= result === 'server-error';
  }
}

async function sendIfOnline(): Promise<void> {
  clearTimeout(retryTimer);
  if (!navigator.onLine || !('locks' in navigator)) return;
  await navigator.locks
    .request('waypost-waiting', { ifAvailable: true }, async (lock) => (lock ? sendAll() : undefined))
    .catch(() => undefined);
}

/** Sends what waits now; does nothing while another tab is sending. */
export const sendNow = (): void => void sendIfOnline();

let isStarted = false;
/** Starts sending what waits, now and when it may succeed: when the network is back, after a login, when the page is looked at. */
export function startSending(): void {
  if (!isStarted) {
    isStarted = true;
    window.addEventListener('online', sendNow);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && sendNow());
    storedToken.subscribe(sendNow);
  }
  sendNow();
}
