/**
 * Sends the queued reports one after the other, in one tab at a time. After a network error a report stays queued, and its
 * uploads are resumed later. After a rejection it stays in the queue with the messages. A report leaves the queue only when
 * the server has it.
 */
import { idempotencyHeader } from '@waypost/contract/common/endpoint';
import type { ValidationRule } from '@waypost/contract/common/problems';
import { createPost } from '@waypost/contract/posts/posts';
import { getPostTextField } from '@waypost/survey-logic/survey-definition';
import { type ApiError, isApiError } from '../../api/api-error.ts';
import { callWithToken } from '../../api/call-with-token.ts';
import { type UploadTransport, uploadInChunks } from '../../api/chunked-upload.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { getCurrentAccount } from '../../api/session.ts';
import { getValidToken, getVisitorToken, isReauthenticationPending } from '../../api/tokens.ts';
import { createRandomId } from '../../ui/browser/random-id.ts';
import { withProofOfWork } from '../proof-of-work/with-proof-of-work.ts';
import { mapServerErrors } from '../survey-form/answers/field-errors.ts';
import { type Answers, toPostInput } from '../survey-form/answers/form-answers.ts';
import { isNewPhoto, type NewPhoto } from '../survey-form/photos/new-photo.ts';
import { getCacheOwner, visitorOwner } from './cache-names.ts';
import {
  addQueuedReport,
  deleteQueuedReport,
  listQueuedReports,
  markReportSent,
  type QueuedReport,
  updateQueuedReport,
} from './report-queue.ts';

/** Delays before the next attempts. */
const retryDelaysMs = [5000, 15_000, 60_000, 300_000];

/** Called for each report that was sent or rejected. */
export type OnReportResult = (report: QueuedReport, postId: number | null) => void;

let uploadProgress: { id: string; part: number } | null = null;
const progressListeners = new Set<() => void>();
/** Upload progress of a report that this tab sends, 0 to 1; null for others. */
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

/** The token for a report; null while its author is not logged in. */
async function getTokenOfOwner(owner: string): Promise<string | null> {
  if (owner === visitorOwner) return getVisitorToken();
  const account = getCurrentAccount();
  return account && getCacheOwner(account.id) === owner && !isReauthenticationPending()
    ? (getValidToken()?.accessToken ?? null)
    : null;
}

const createUploadTransport = (token: string): UploadTransport => ({
  call: (endpoint, input) => callWithToken(token, endpoint, input),
  send: async (endpoint, input, form, onProgress) => {
    const response = await callWithToken(token, endpoint, input as never, { form });
    onProgress(1);
    return response;
  },
});

const mapPhotos = (answers: Answers, change: (photo: NewPhoto) => NewPhoto): Answers => ({
  ...answers,
  values: Object.fromEntries(
    Object.entries(answers.values).map(([key, list]) => [
      key,
      list.map((it) => (isNewPhoto(it) ? change(it) : it)),
    ]),
  ),
});
const listPhotos = ({ values }: Answers): NewPhoto[] => Object.values(values).flat().filter(isNewPhoto);

/**
 * Uploads all pictures that have no media id yet.
 * @param save stores the report after each step
 */
async function uploadPictures(
  report: QueuedReport,
  token: string,
  save: (report: QueuedReport) => Promise<void>,
): Promise<void> {
  let current = report;
  const updatePhoto = async (blob: Blob, changes: Partial<NewPhoto>) => {
    const answers = mapPhotos(current.answers, (it) => (it.blob === blob ? { ...it, ...changes } : it));
    current = { ...current, answers };
    await save(current);
  };
  const photos = listPhotos(report.answers);
  for (const [index, photo] of photos.entries()) {
    if (photo.savedId !== undefined) continue;
    const caption = photo.caption.trim() || null;
    const media = await uploadInChunks(
      createUploadTransport(token),
      { blob: photo.blob, name: photo.name, caption, uploadId: photo.uploadId },
      {
        onProgress: (part) => setUploadProgress({ id: report.id, part: (index + part) / photos.length }),
        onUploadStarted: (uploadId) => updatePhoto(photo.blob, { uploadId }),
      },
    );
    const claim = media.claim === undefined ? {} : { claim: media.claim };
    await updatePhoto(photo.blob, { savedId: String(media.id), ...claim });
  }
}

const submitPost = (report: QueuedReport, token: string) =>
  withProofOfWork((proof) =>
    callWithToken(
      token,
      createPost,
      {
        body: {
          ...toPostInput(report.survey, report.answers),
          form: { id: report.survey.id },
          ...(report.receipt === undefined ? {} : { receipt: report.receipt }),
          ...(report.consent === undefined ? {} : { consent: report.consent }),
        },
      },
      { headers: { [idempotencyHeader]: report.id, ...proof } },
    ),
  );

const keyReusedCode: ValidationRule = 'keyReused';
const isKeyReused = (error: ApiError): boolean => error.entries.some(({ code }) => code === keyReusedCode);

/** Network errors, server errors and rate limits may succeed later, unlike a rejection. */
const isRetryable = (error: unknown): boolean =>
  isApiError(error) &&
  (error.kind !== 'rejected' || error.status >= 500 || error.status === 429 || error.status === 408);

/** The messages of an error, with the labels of the fields. */
function formatReportErrors(error: unknown, { survey }: QueuedReport): string[] {
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
const withoutUploads = (answers: Answers): Answers =>
  mapPhotos(answers, ({ savedId: _savedId, claim: _claim, uploadId: _uploadId, ...photo }) => photo);

/** `retry`: nothing can be sent now; `server-error`: the server failed for this report, but may not for the next. */
type SendResult = 'sent' | 'kept' | 'retry' | 'server-error';

const isServerError = (error: unknown): boolean => isApiError(error) && error.status === 500;

async function sendReport(
  report: QueuedReport,
  onResult: OnReportResult,
  isSecondAttempt = false,
): Promise<SendResult> {
  const hadPictures = listPhotos(report.answers).some((it) => it.savedId !== undefined);
  let current: QueuedReport = { ...report, state: 'sending', problems: [] };
  const save = async (next: QueuedReport) => {
    current = next;
    await updateQueuedReport(next);
  };
  try {
    const token = await getTokenOfOwner(report.owner);
    if (token === null) {
      if (report.state !== 'login') await updateQueuedReport({ ...report, state: 'login' });
      return 'kept';
    }
    await save(current);
    await uploadPictures(current, token, save);
    const post = await submitPost(current, token);
    await markReportSent(current, post?.id ?? null);
    onResult({ ...current, state: 'sent' }, post?.id ?? null);
    return 'sent';
  } catch (error) {
    const latest = current;
    if (isRetryable(error)) {
      await updateQueuedReport({ ...latest, state: 'waiting', problems: formatErrorMessages(error) });
      return isServerError(error) ? 'server-error' : 'retry';
    }
    const status = isApiError(error) ? error.status : 0;
    if (status === 401) {
      await updateQueuedReport({ ...latest, state: report.owner === visitorOwner ? 'waiting' : 'login' });
      return report.owner === visitorOwner ? 'retry' : 'kept';
    }
    if (isApiError(error) && isKeyReused(error)) {
      // The server has the report in an earlier version; with its changes it is a new report.
      const id = createRandomId();
      await addQueuedReport({ ...latest, id }, 'refused');
      await updateQueuedReport({
        ...latest,
        id,
        state: 'refused',
        problems: formatReportErrors(error, latest),
      });
      await deleteQueuedReport(latest.id);
      return 'kept';
    }
    if (status === 422 && hadPictures && !isSecondAttempt)
      return sendReport({ ...latest, answers: withoutUploads(latest.answers) }, onResult, true);
    const rejected: QueuedReport = {
      ...latest,
      state: 'refused',
      problems: formatReportErrors(error, latest),
    };
    await updateQueuedReport(rejected);
    onResult(rejected, null);
    return 'kept';
  } finally {
    setUploadProgress(null);
  }
}

let failureCount = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

/** Whether to send a report now: one of the current owner, or a visitor's, which is sent in any session. */
const isSendable = (report: { owner: string; state: string }, currentOwner: string): boolean =>
  (report.owner === currentOwner || report.owner === visitorOwner) &&
  ['waiting', 'sending', 'login'].includes(report.state);

function scheduleRetry(onResult: OnReportResult): void {
  const delayMs = retryDelaysMs[Math.min(failureCount, retryDelaysMs.length - 1)] ?? 0;
  failureCount += 1;
  retryTimer = setTimeout(() => void sendQueuedReports(onResult), delayMs);
}

async function sendAllQueued(onResult: OnReportResult): Promise<void> {
  const triedIds = new Set<string>();
  let hasServerErrors = false;
  for (;;) {
    const owner = getCacheOwner(getCurrentAccount()?.id);
    // Read again each time: the queue may have changed while a report was sent.
    const report = (await listQueuedReports()).find((it) => isSendable(it, owner) && !triedIds.has(it.id));
    if (!report || report.state === 'locked') return hasServerErrors ? scheduleRetry(onResult) : undefined;
    triedIds.add(report.id);
    const result = await sendReport(report, onResult);
    if (result === 'retry') return scheduleRetry(onResult);
    if (result === 'sent') failureCount = 0;
    hasServerErrors ||= result === 'server-error';
  }
}

/** Sends the queue now; does nothing while another tab is sending. */
export async function sendQueuedReports(onResult: OnReportResult): Promise<void> {
  clearTimeout(retryTimer);
  if (!navigator.onLine) return;
  await navigator.locks
    .request('waypost-waiting', { ifAvailable: true }, async (lock) =>
      lock ? sendAllQueued(onResult) : undefined,
    )
    .catch(() => undefined);
}
