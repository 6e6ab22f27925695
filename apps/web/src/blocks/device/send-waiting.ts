/**
 * Sends what waits on this device, one after the other and in one tab at a time. A broken line leaves a report waiting and its
 * pictures where they stopped; a refusal is told and keeps it; only what the server has is taken off the list.
 */
import { idempotencyHeader } from '@waypost/contract/endpoint';
import { createPost } from '@waypost/contract/posts';
import type { Rule } from '@waypost/contract/problems';
import { type ApiError, isApiError } from '../../api/api-error.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { sendAs } from '../../api/send-as.ts';
import { type Door, sendInPieces } from '../../api/send-in-pieces.ts';
import { currentAccount } from '../../api/session.ts';
import { isLoginAsked, validToken, visitorToken } from '../../api/tokens.ts';
import { randomId } from '../../ui/random-id.ts';
import { withProof } from '../proof/with-proof.ts';
import { serverFaults } from '../survey-form/field-faults.ts';
import { type Answers, toPost } from '../survey-form/form-answers.ts';
import { isNewPhoto, type NewPhoto } from '../survey-form/new-photo.ts';
import { ownerOf, visitor } from './cache-names.ts';
import {
  addWaiting,
  changeWaiting,
  listWaiting,
  markSent,
  removeWaiting,
  type WaitingReport,
} from './waiting-reports.ts';

/** Milliseconds before the next try, longer after each. */
const pauses = [5000, 15_000, 60_000, 300_000];

/** Told of each report that arrives, and of each that is refused. */
export type OnOutcome = (report: WaitingReport, postId: number | null) => void;

let progress: { id: string; part: number } | null = null;
const watchers = new Set<() => void>();
/** How far the pictures of the report are that this tab sends. */
export const sendingPart = (id: string): number | null => (progress?.id === id ? progress.part : null);
export function onSendingPart(listener: () => void): () => void {
  watchers.add(listener);
  return () => watchers.delete(listener);
}
function tellPart(next: typeof progress): void {
  progress = next;
  for (const watcher of watchers) watcher();
}

/** The token that a report goes out with; null while its person is not logged in. */
async function tokenFor(owner: string): Promise<string | null> {
  if (owner === visitor) return visitorToken();
  const account = currentAccount();
  return account && ownerOf(account.id) === owner && !isLoginAsked()
    ? (validToken()?.accessToken ?? null)
    : null;
}

const doorOf = (token: string): Door => ({
  call: (endpoint, input) => sendAs(token, endpoint, input),
  send: async (endpoint, input, form, onProgress) => {
    const answer = await sendAs(token, endpoint, input as never, { form });
    onProgress(1);
    return answer;
  },
});

const eachPhoto = (answers: Answers, change: (photo: NewPhoto) => NewPhoto): Answers => ({
  ...answers,
  values: Object.fromEntries(
    Object.entries(answers.values).map(([key, list]) => [
      key,
      list.map((it) => (isNewPhoto(it) ? change(it) : it)),
    ]),
  ),
});
const photosOf = ({ values }: Answers): NewPhoto[] => Object.values(values).flat().filter(isNewPhoto);

/**
 * Has an id in every picture.
 * @param keep writes the report down, after each step
 */
async function sendPictures(
  report: WaitingReport,
  token: string,
  keep: (report: WaitingReport) => Promise<void>,
): Promise<void> {
  let now = report;
  const replace = async (blob: Blob, more: Partial<NewPhoto>) => {
    const answers = eachPhoto(now.answers, (it) => (it.blob === blob ? { ...it, ...more } : it));
    now = { ...now, answers };
    await keep(now);
  };
  const photos = photosOf(report.answers);
  for (const [at, photo] of photos.entries()) {
    if (photo.savedId !== undefined) continue;
    const caption = photo.caption.trim() || null;
    const media = await sendInPieces(
      doorOf(token),
      { blob: photo.blob, name: photo.name, caption, uploadId: photo.uploadId },
      {
        onProgress: (part) => tellPart({ id: report.id, part: (at + part) / photos.length }),
        onBegun: (uploadId) => replace(photo.blob, { uploadId }),
      },
    );
    const claim = media.claim === undefined ? {} : { claim: media.claim };
    await replace(photo.blob, { savedId: String(media.id), ...claim });
  }
}

const post = (report: WaitingReport, token: string) =>
  withProof((proof) =>
    sendAs(
      token,
      createPost,
      { body: { ...toPost(report.survey, report.answers), form: { id: report.survey.id } } },
      { headers: { [idempotencyHeader]: report.id, ...proof } },
    ),
  );

const keyReused: Rule = 'keyReused';
const isKeyReused = (error: ApiError): boolean => error.entries.some(({ code }) => code === keyReused);

/** The network, a server in trouble, or too many at once: worth trying again, unlike a refusal. */
const mayPass = (error: unknown): boolean =>
  isApiError(error) &&
  (error.kind !== 'refused' || error.status >= 500 || error.status === 429 || error.status === 408);

/** In words, fields by their names. */
function problemsIn(error: unknown, { survey }: WaitingReport): string[] {
  if (!isApiError(error)) return problemTexts(error);
  const { faults, rest } = serverFaults(error, survey);
  const labelOf = (target: string) =>
    survey.attributes.find((it) => target === `values.${it.key}` || target === it.type)?.label;
  const told = faults.map(({ target, text }) => {
    const label = labelOf(target);
    return label ? `${label}: ${text}` : text;
  });
  return told.length + rest.length > 0 ? [...told, ...rest] : problemTexts(error);
}

/** Pictures that arrived long ago and were never used are cleared away: they are sent afresh, once. */
const withoutSaved = (answers: Answers): Answers =>
  eachPhoto(answers, ({ savedId: _gone, claim: _its, uploadId: _begun, ...photo }) => photo);

/** `later`: nothing can be sent now; `fault`: the server fails at this one, as it may not at the next. */
type Outcome = 'sent' | 'kept' | 'later' | 'fault';

const isFault = (error: unknown): boolean => isApiError(error) && error.status === 500;

async function sendOne(report: WaitingReport, told: OnOutcome, isSecond = false): Promise<Outcome> {
  const hadPictures = photosOf(report.answers).some((it) => it.savedId !== undefined);
  let now: WaitingReport = { ...report, state: 'sending', problems: [] };
  const keep = async (next: WaitingReport) => {
    now = next;
    await changeWaiting(next);
  };
  try {
    const token = await tokenFor(report.owner);
    if (token === null) {
      if (report.state !== 'login') await changeWaiting({ ...report, state: 'login' });
      return 'kept';
    }
    await keep(now);
    await sendPictures(now, token, keep);
    const made = await post(now, token);
    await markSent(now, made?.id ?? null);
    told({ ...now, state: 'sent' }, made?.id ?? null);
    return 'sent';
  } catch (error) {
    const kept = now;
    if (mayPass(error)) {
      await changeWaiting({ ...kept, state: 'waiting', problems: problemTexts(error) });
      return isFault(error) ? 'fault' : 'later';
    }
    const status = isApiError(error) ? error.status : 0;
    if (status === 401) {
      await changeWaiting({ ...kept, state: report.owner === visitor ? 'waiting' : 'login' });
      return report.owner === visitor ? 'later' : 'kept';
    }
    if (isApiError(error) && isKeyReused(error)) {
      // It had arrived and was changed since: as it is now it is another report.
      const id = randomId();
      await addWaiting({ ...kept, id }, 'refused');
      await changeWaiting({ ...kept, id, state: 'refused', problems: problemsIn(error, kept) });
      await removeWaiting(kept.id);
      return 'kept';
    }
    if (status === 422 && hadPictures && !isSecond)
      return sendOne({ ...kept, answers: withoutSaved(kept.answers) }, told, true);
    const refused: WaitingReport = { ...kept, state: 'refused', problems: problemsIn(error, kept) };
    await changeWaiting(refused);
    told(refused, null);
    return 'kept';
  } finally {
    tellPart(null);
  }
}

let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** What is of whoever is here, and what visitors left: that is sent whoever is here. */
const isDue = (it: { owner: string; state: string }, mine: string): boolean =>
  (it.owner === mine || it.owner === visitor) && ['waiting', 'sending', 'login'].includes(it.state);

function tryLater(told: OnOutcome): void {
  const pause = pauses[Math.min(failures, pauses.length - 1)] ?? 0;
  failures += 1;
  timer = setTimeout(() => void sendWaiting(told), pause);
}

async function sendAll(told: OnOutcome): Promise<void> {
  const tried = new Set<string>();
  let hasFaults = false;
  for (;;) {
    const mine = ownerOf(currentAccount()?.id);
    // Asked anew each time: more may have come, or gone, while one was sent.
    const report = (await listWaiting()).find((it) => isDue(it, mine) && !tried.has(it.id));
    if (!report || report.state === 'locked') return hasFaults ? tryLater(told) : undefined;
    tried.add(report.id);
    const outcome = await sendOne(report, told);
    if (outcome === 'later') return tryLater(told);
    if (outcome === 'sent') failures = 0;
    hasFaults ||= outcome === 'fault';
  }
}

/** Tries now what waits. In another tab that is at it already nothing happens. */
export async function sendWaiting(told: OnOutcome): Promise<void> {
  clearTimeout(timer);
  if (!navigator.onLine) return;
  await navigator.locks
    .request('waypost-waiting', { ifAvailable: true }, async (held) => (held ? sendAll(told) : undefined))
    .catch(() => undefined);
}
