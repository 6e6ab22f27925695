/**
 * Reports of visitors that come by the hundred a second: those that come while others are stored are stored together, in one
 * transaction and a handful of queries (docs/decisions/0032). Whatever is not plain about a report goes the usual way, alone.
 */
import { randomInt } from 'node:crypto';
import type { Post, PostInput } from '@waypost/contract/posts';
import * as contract from '@waypost/contract/posts';
import { inTransaction, type Tx } from '../kernel/db.ts';
import { guard } from '../kernel/guard.ts';
import { beginAll, finishAll } from '../kernel/once.ts';
import { outageOf } from '../kernel/outage.ts';
import { Problem } from '../kernel/problem.ts';
import { Rounds } from '../kernel/rounds.ts';
import type { Mount } from '../kernel/route.ts';
import type { Share, Shareable } from '../kernel/share.ts';
import { passerBy, type Viewer } from '../kernel/viewer.ts';
import { claimantOf } from '../media/media.public.ts';
import { readSurvey, readSurveyFields } from '../surveys/surveys.public.ts';
import { checkPosts, rowOf } from './create-posts.ts';
import { type Complete, readKnownPosts } from './known-post.ts';
import { isReadable, postPrivileges, statusFault } from './posts.rules.ts';
import { viewPost } from './posts.view.ts';
import { type Held, insertSenders } from './senders.sql.ts';
import { sentAuthor, sentSurvey } from './sent-answers.ts';
import { type Arrival, holdingOf } from './visitors.ts';
import { insertPosts, type NewPost } from './write-posts.sql.ts';

/** Under way at once, each in a transaction of its own, before others share one. */
const few = 3;
/** Stored in one transaction: others wait for what it locks. */
const most = 60;
/** How many may wait: about as many as are stored in a second or two. */
const mostWaiting = 500;

type Asked = Shareable<typeof contract.createPost, Arrival>;
/** Undefined for a report that has to go alone. */
type Answer = Post | null | undefined;

/** What kept all of a round from being answered; whether anything was stored is not known. */
class Failed {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** A report that is about to be stored. */
interface Ready {
  /** Which of those asked for it is. */
  at: number;
  asked: Asked;
  sender: Buffer;
  viewer: Viewer;
  held: Held;
  row: NewPost;
}

/** Whether a report has nothing that needs a look at other posts or accounts. */
const isPlain = ({ body, prepared }: Asked): boolean =>
  prepared.sender !== null &&
  typeof sentSurvey(body) === 'number' &&
  (sentAuthor(body) ?? null) === null &&
  !body.slug &&
  (body.completed_stages ?? []).length === 0;

/** Who sends each; undefined for whoever may not. */
async function viewersOf(mount: Mount, tx: Tx, asked: readonly Asked[]): Promise<(Viewer | undefined)[]> {
  const standing = await mount.standing(tx);
  if (standing.isDown) return [];
  const known = new Map<string | undefined, Viewer | undefined>();
  for (const token of new Set(asked.map((it) => it.token))) {
    const viewer = token === undefined ? passerBy : await mount.authenticate(tx, token);
    try {
      if (viewer) guard(standing, viewer, contract.createPost);
      known.set(token, viewer?.isSignedIn ? undefined : viewer?.upTo(standing.lastPost));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }
  return asked.map((it) => known.get(it.token));
}

/** Of reports to one survey, those that can be stored as they are. */
async function readyOf(
  tx: Tx,
  surveyId: number,
  reports: readonly (Omit<Ready, 'row'> & { input: PostInput })[],
): Promise<Ready[]> {
  const survey = await readSurvey(tx, surveyId);
  if (!survey) return [];
  const fields = await readSurveyFields(tx, surveyId);
  const hasTasks = fields.tasks.some((it) => it.required && it.type !== 'post');
  const usual = survey.require_approval ? 'draft' : 'published';
  const wanted = reports.flatMap(({ input, ...report }) => {
    const status = input.status ?? usual;
    const access = { user_id: null, status, published_to: input.published_to ?? [] };
    const may = postPrivileges(report.viewer, access, survey).includes('create');
    const isFine =
      statusFault(report.viewer, survey, undefined, status) === undefined &&
      !(status === 'published' && hasTasks);
    return may && isFine ? [{ ...report, input: { ...input, status } }] : [];
  });
  const [first] = wanted;
  if (!first) return [];
  // All are visitors: what is asked of one is asked of all.
  const into = { survey, fields };
  const checked = await checkPosts(
    tx,
    first.viewer,
    into,
    wanted.map((it) => it.input),
    wanted.map(({ viewer, input, asked }) =>
      claimantOf(viewer, { claims: input.media_claims, address: asked.prepared.address }),
    ),
  );
  return wanted.flatMap(({ input, ...report }, at) => {
    const found = checked[at];
    if (!found || 'faults' in found) return [];
    return [{ ...report, row: rowOf(report.viewer, survey, input, found.answers) }];
  });
}

async function allReady(mount: Mount, tx: Tx, asked: readonly Asked[]): Promise<Ready[]> {
  const viewers = await viewersOf(mount, tx, asked);
  const whyHeld = await holdingOf(tx);
  const bySurvey = new Map<number, Parameters<typeof readyOf>[2][number][]>();
  for (const [at, it] of asked.entries()) {
    const [viewer, surveyId, { sender }] = [viewers[at], sentSurvey(it.body), it.prepared];
    if (!viewer || sender === null || typeof surveyId !== 'number') continue;
    const held = whyHeld(it.prepared, it.body);
    const input = held === null ? it.body : { ...it.body, status: 'draft' as const };
    const reports = bySurvey.get(surveyId) ?? [];
    reports.push({ at, asked: it, sender, viewer, held, input });
    bySurvey.set(surveyId, reports);
  }
  const ready: Ready[] = [];
  for (const [surveyId, reports] of bySurvey) ready.push(...(await readyOf(tx, surveyId, reports)));
  return ready;
}

/** Those whose key came for the first time, and those without one; with the key's word for `finishAll`. */
async function begun(tx: Tx, ready: readonly Ready[]): Promise<{ ready: Ready; key: string | undefined }[]> {
  const keyed = ready.flatMap((it) => {
    const { idempotencyKey: key, body } = it.asked;
    return key === undefined ? [] : [{ it, viewer: it.viewer, request: { name: 'posts', key, body } }];
  });
  const words = await beginAll(tx, keyed);
  const fresh = new Map(keyed.flatMap(({ it }, at) => (words[at] === undefined ? [] : [[it, words[at]]])));
  return ready
    .filter((it) => it.asked.idempotencyKey === undefined || fresh.has(it))
    .map((it) => ({ ready: it, key: fresh.get(it) }));
}

type Stored = Ready & { id: number };

/** What senders who may read their report are answered; of a crowd who all see the same, in a handful of queries. */
async function shown(tx: Tx, stored: readonly Stored[], complete: Complete): Promise<Map<number, Post>> {
  const crowds = new Map<string, Stored[]>();
  const isShown = ({ id, viewer, row: { status = 'draft', published_to = [] } }: Stored) =>
    isReadable(viewer, { id, user_id: null, status, published_to });
  for (const it of stored.filter(isShown))
    crowds.set(it.viewer.audience, [...(crowds.get(it.viewer.audience) ?? []), it]);
  const posts = new Map<number, Post>();
  for (const crowd of crowds.values()) {
    const viewer = crowd[0]?.viewer ?? passerBy;
    const found = await readKnownPosts(
      tx,
      viewer,
      crowd.map(({ id }) => id),
    );
    const known = new Map((await complete(tx, viewer, found)).map((it) => [it.post.id, it]));
    for (const { at, id, asked } of crowd) {
      const post = known.get(id);
      if (post) posts.set(at, viewPost(viewer, asked.addresses, post));
    }
  }
  return posts;
}

/** @returns an answer for each; undefined for those of which nothing was stored, and that have to go alone */
const storeTogether = (mount: Mount, complete: Complete, asked: readonly Asked[]): Promise<Answer[]> =>
  inTransaction(mount.db, 'writes', async (tx) => {
    const fresh = await begun(tx, await allReady(mount, tx, asked));
    const ids = await insertPosts(
      tx,
      fresh.map(({ ready }) => ready.row),
    );
    const stored = fresh.flatMap(({ ready, key }, at) => {
      const id = ids[at];
      return id === undefined ? [] : [{ ...ready, key, id }];
    });
    await insertSenders(
      tx,
      stored.map(({ id, sender, held }) => ({ post_id: id, sender, held })),
    );
    await finishAll(
      tx,
      stored.flatMap(({ key, id }) => (key === undefined ? [] : [{ key, id }])),
    );
    const posts = await shown(tx, stored, complete);
    const answers: Answer[] = asked.map(() => undefined);
    for (const { at } of stored) answers[at] = posts.get(at) ?? null;
    return answers;
  });

/** Reports of visitors, together where many come at once. */
export function reportsTogether(
  mount: Mount,
  complete: Complete,
): Share<typeof contract.createPost, Arrival> {
  let underWay = 0;
  const rounds = new Rounds<Asked, Answer | Failed>(async (asked) => {
    try {
      return await storeTogether(mount, complete, asked);
    } catch (error) {
      // To try each alone could make two of those that were stored: whoever sent them tries again with their key.
      if (outageOf(error) !== undefined) return asked.map(() => new Failed(error));
      // What is wrong with one report is told by the usual way.
      if (asked.length === 1) return [undefined];
      throw error;
    }
  }, most);
  return async (asked, alone) => {
    const goAlone = async () => {
      underWay++;
      try {
        return await alone();
      } finally {
        underWay--;
      }
    };
    if (!isPlain(asked) || (underWay < few && !rounds.isUnderWay)) return goAlone();
    if (rounds.waiting >= mostWaiting) throw new Problem('server.busy').after(randomInt(1, 5));
    const answer = await rounds.do(asked);
    if (answer instanceof Failed) throw answer.error;
    return answer === undefined ? goAlone() : answer;
  };
}
