/**
 * Sends what waits on this device, one after the other and in one tab at a time. A broken line leaves a report waiting and its
 * pictures where they stopped; a refusal is told and keeps it; only what the server has is taken off the list.
 */
import { idempotencyHeader } from '@waypost/contract/common/endpoint';
import type { ValidationRule } from '@waypost/contract/common/problems';
import { createPost } from '@waypost/contract/posts/posts';
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

/** Milliseconds before the next try, longer after each. */
const retryDelaysMs = [5000, 15_000, 60_000, 300_000];

/** Told of each report that arrives, and of each that is refused. */
export type OnReportResult = (report: QueuedReport, postId: number | null) => void;

let uploadProgress: { id: string; part: number } | null = null;
const progressListeners = new Set<() => void>();
/** How far the pictures of the report are that this tab sends. */
export const readUploadProgress = (id: string): number | null =>
  uploadProgress?.id === id ? uploadProgress.part : null;
export function onUploadProgress(listener: () => void): () => void {
  progressListeners.add(listener);
  return () => progressListeners.delete(listener);
}
function setUploadProgress(next: typeof uploadProgress): void {
  uploadProgress = next;
  for (const watcher of progressListeners) watcher();
}

/** The token that a report goes out with; null while its person is not logged in. */
async function tokenForOwner(owner: string): Promise<string | null> {
  if (owner === visitorOwner) return getVisitorToken();
  const account = getCurrentAccount();
  return account && getCacheOwner(account.id) === owner && !isReauthenticationPending()
    ? (getValidToken()?.accessToken ?? null)
    : null;
}

const createUploadTransport = (token: string): UploadTransport => ({
  call: (endpoint, input) => callWithToken(token, endpoint, input),
  send: async (endpoint, input, form, onProgress) => {
    const answer = await callWithToken(token, endpoint, input as never, { form });
    onProgress(1);
    return answer;
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
 * Has an id in every picture.
 * @param keep writes the report down, after each step
 */
async function uploadPictures(
  report: QueuedReport,
  token: string,
  keep: (report: QueuedReport) => Promise<void>,
): Promise<void> {
  let current = report;
  const replace = async (blob: Blob, more: Partial<NewPhoto>) => {
    const answers = mapPhotos(current.answers, (it) => (it.blob === blob ? { ...it, ...more } : it));
    current = { ...current, answers };
    await keep(current);
  };
  const photos = listPhotos(report.answers);
  for (const [at, photo] of photos.entries()) {
    if (photo.savedId !== undefined) continue;
    const caption = photo.caption.trim() || null;
    const media = await uploadInChunks(
      createUploadTransport(token),
      { blob: photo.blob, name: photo.name, caption, uploadId: photo.uploadId },
      {
        onProgress: (part) => setUploadProgress({ id: report.id, part: (at + part) / photos.length }),
        onUploadStarted: (uploadId) => replace(photo.blob, { uploadId }),
      },
    );
    const claim = media.claim === undefined ? {} : { claim: media.claim };
    await replace(photo.blob, { savedId: String(media.id), ...claim });
  }
}

const submitPost = (report: QueuedReport, token: string) =>
  withProofOfWork((proof) =>
    callWithToken(
      token,
      createPost,
      { body: { ...toPostInput(report.survey, report.answers), form: { id: report.survey.id } } },
      { headers: { [idempotencyHeader]: report.id, ...proof } },
    ),
  );

const keyReusedCode: ValidationRule = 'keyReused';
const isKeyReused = (error: ApiError): boolean => error.entries.some(({ code }) => code === keyReusedCode);

/** The network, a server in trouble, or too many at once: worth trying again, unlike a refusal. */
const isRetryable = (error: unknown): boolean =>
  isApiError(error) &&
  (error.kind !== 'refused' || error.status >= 500 || error.status === 429 || error.status === 408);

/** In words, fields by their names. */
function formatReportErrors(error: unknown, { survey }: QueuedReport): string[] {
  if (!isApiError(error)) return formatErrorMessages(error);
  const { errors: faults, rest } = mapServerErrors(error, survey);
  const labelOf = (target: string) =>
    survey.attributes.find((it) => target === `values.${it.key}` || target === it.type)?.label;
  const told = faults.map(({ target, text }) => {
    const label = labelOf(target);
    return label ? `${label}: ${text}` : text;
  });
  return told.length + rest.length > 0 ? [...told, ...rest] : formatErrorMessages(error);
}

/** Pictures that arrived long ago and were never used are cleared away: they are sent afresh, once. */
const withoutUploads = (answers: Answers): Answers =>
  mapPhotos(answers, ({ savedId: _gone, claim: _its, uploadId: _begun, ...photo }) => photo);

/** `later`: nothing can be sent now; `fault`: the server fails at this one, as it may not at the next. */
type SendResult = 'sent' | 'kept' | 'later' | 'fault';

const isServerError = (error: unknown): boolean => isApiError(error) && error.status === 500;

async function sendReport(
  report: QueuedReport,
  onResult: OnReportResult,
  isSecond = false,
): Promise<SendResult> {
  const hadPictures = listPhotos(report.answers).some((it) => it.savedId !== undefined);
  let current: QueuedReport = { ...report, state: 'sending', problems: [] };
  const keep = async (next: QueuedReport) => {
    current = next;
    await updateQueuedReport(next);
  };
  try {
    const token = await tokenForOwner(report.owner);
    if (token === null) {
      if (report.state !== 'login') await updateQueuedReport({ ...report, state: 'login' });
      return 'kept';
    }
    await keep(current);
    await uploadPictures(current, token, keep);
    const made = await submitPost(current, token);
    await markReportSent(current, made?.id ?? null);
    onResult({ ...current, state: 'sent' }, made?.id ?? null);
    return 'sent';
  } catch (error) {
    const kept = current;
    if (isRetryable(error)) {
      await updateQueuedReport({ ...kept, state: 'waiting', problems: formatErrorMessages(error) });
      return isServerError(error) ? 'fault' : 'later';
    }
    const status = isApiError(error) ? error.status : 0;
    if (status === 401) {
      await updateQueuedReport({ ...kept, state: report.owner === visitorOwner ? 'waiting' : 'login' });
      return report.owner === visitorOwner ? 'later' : 'kept';
    }
    if (isApiError(error) && isKeyReused(error)) {
      // It had arrived and was changed since: as it is now it is another report.
      const id = createRandomId();
      await addQueuedReport({ ...kept, id }, 'refused');
      await updateQueuedReport({ ...kept, id, state: 'refused', problems: formatReportErrors(error, kept) });
      await deleteQueuedReport(kept.id);
      return 'kept';
    }
    if (status === 422 && hadPictures && !isSecond)
      return sendReport({ ...kept, answers: withoutUploads(kept.answers) }, onResult, true);
    const refused: QueuedReport = { ...kept, state: 'refused', problems: formatReportErrors(error, kept) };
    await updateQueuedReport(refused);
    onResult(refused, null);
    return 'kept';
  } finally {
    setUploadProgress(null);
  }
}

let failureCount = 0;
let retryTimer: ReturnType<typeof setTimeout> | undefined;

/** What is of whoever is here, and what visitors left: that is sent whoever is here. */
const isSendable = (it: { owner: string; state: string }, mine: string): boolean =>
  (it.owner === mine || it.owner === visitorOwner) && ['waiting', 'sending', 'login'].includes(it.state);

function scheduleRetry(onResult: OnReportResult): void {
  const delayMs = retryDelaysMs[Math.min(failureCount, retryDelaysMs.length - 1)] ?? 0;
  failureCount += 1;
  retryTimer = setTimeout(() => void sendQueuedReports(onResult), delayMs);
}

async function sendAllQueued(onResult: OnReportResult): Promise<void> {
  const tried = new Set<string>();
  let hasServerErrors = false;
  for (;;) {
    const mine = getCacheOwner(getCurrentAccount()?.id);
    // Asked anew each time: more may have come, or gone, while one was sent.
    const report = (await listQueuedReports()).find((it) => isSendable(it, mine) && !tried.has(it.id));
    if (!report || report.state === 'locked') return hasServerErrors ? scheduleRetry(onResult) : undefined;
    tried.add(report.id);
    const outcome = await sendReport(report, onResult);
    if (outcome === 'later') return scheduleRetry(onResult);
    if (outcome === 'sent') failureCount = 0;
    hasServerErrors ||= outcome === 'fault';
  }
}

/** Tries now what waits. In another tab that is at it already nothing happens. */
export async function sendQueuedReports(onResult: OnReportResult): Promise<void> {
  clearTimeout(retryTimer);
  if (!navigator.onLine) return;
  await navigator.locks
    .request('waypost-waiting', { ifAvailable: true }, async (held) =>
      held ? sendAllQueued(onResult) : undefined,
    )
    .catch(() => undefined);
}
