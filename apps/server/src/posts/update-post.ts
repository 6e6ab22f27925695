/** Changing a post: keys that are absent stay, and so does what the sender cannot see (wire 2.1, ruling 44). */

import type { PostInput } from '@waypost/contract/posts';
import type { Fault } from '@waypost/contract/problems';
import type { Tx } from '../kernel/db.ts';
import { fault, notFound } from '../kernel/problem.ts';
import { refused } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { claimantOf } from '../media/media.public.ts';
import { type AttributeRow, readSurvey, readSurveyFields, shownFields } from '../surveys/surveys.public.ts';
import { checkPost, type WantedPost } from './check-post.ts';
import type { KnownPost } from './known-post.ts';
import { endOwnLock } from './lock-post.ts';
import { replacedBy, stateFrom, stateOf } from './post-state.ts';
import { managesPosts } from './posts.rules.ts';
import { postFor } from './read-posts.ts';
import { insertRevision } from './revisions.sql.ts';
import { saysAnswers, sentAuthor, sentSurvey, sentValues } from './sent-answers.ts';
import { storedAnswers } from './shown-answers.ts';
import type { StoredAnswers } from './take-answers.ts';
import { isTranslatedInto } from './translations.sql.ts';
import { writeAnswers, writingPost } from './write-post.ts';
import { lockPost, maskPosts, updatePostRow } from './write-posts.sql.ts';

interface Author {
  user_id: number | null;
  author_realname: string | null;
  author_email: string | null;
}

/** Only Manage Posts changes whose post it is. What comes back as it was shown is no change. */
function authorAfter(
  viewer: Viewer,
  { post }: KnownPost,
  input: PostInput,
): { author: Author; faults: Fault[] } {
  const sent = sentAuthor(input);
  const author: Author = {
    user_id: sent === undefined ? post.user_id : sent,
    author_realname: input.author_realname === undefined ? post.author_realname : input.author_realname,
    author_email: input.author_email === undefined ? post.author_email : input.author_email,
  };
  if (!managesPosts(viewer)) {
    const isAnother =
      (sent ?? post.user_id) !== post.user_id ||
      (input.author_realname ?? post.author_realname) !== post.author_realname ||
      (input.author_email ?? post.author_email) !== post.author_email;
    if (isAnother) throw refused(viewer, 'update', 'posts', post.id);
    return { author: post, faults: [] };
  }
  const described = Boolean(input.author_realname ?? input.author_email);
  const both = author.user_id !== null && described;
  return { author, faults: both ? [{ field: 'user_id', rule: 'userAndAuthor' }] : [] };
}

/** A post stays in its survey; one that has none may be given one. */
async function surveyAfter(
  tx: Tx,
  known: KnownPost,
  input: PostInput,
): Promise<Pick<KnownPost, 'survey' | 'fields'>> {
  const sent = sentSurvey(input) ?? null;
  if (sent === null || sent === known.post.survey_id) return known;
  if (known.post.survey_id !== null) throw fault('posts', 'form_id', 'immutable');
  const survey = await readSurvey(tx, sent);
  if (!survey) throw fault('posts', 'form_id', 'exists', { value: sent });
  return { survey, fields: await readSurveyFields(tx, sent) };
}

const answersByKey = (known: KnownPost, attributes: readonly AttributeRow[]) =>
  Object.fromEntries(attributes.map((it) => [it.key, storedAnswers(known, it)]));

/** Completed tasks that the sender cannot see stay as they are. */
function tasksAfter(
  known: KnownPost,
  shown: ReadonlySet<number>,
  sent: PostInput['completed_stages'],
): number[] {
  if (sent === undefined) return known.post.completed_tasks;
  const all = new Set(known.fields.tasks.map((task) => task.id));
  const isHidden = (id: number) => all.has(id) && !shown.has(id);
  const kept = known.post.completed_tasks.filter(isHidden);
  return [...new Set([...kept, ...(sent ?? []).filter((id) => !isHidden(id))])];
}

/** Answers with those added that the sender cannot see. */
function withHidden(known: KnownPost, shown: readonly AttributeRow[], answers: StoredAnswers): StoredAnswers {
  const ids = new Set(shown.map((it) => it.id));
  const hidden = known.fields.attributes.filter((it) => !ids.has(it.id));
  const keys = new Set(hidden.map((it) => it.key));
  const isHidden = (it: { attribute_id: number }) =>
    hidden.some((attribute) => attribute.id === it.attribute_id);
  const values = Object.entries(known.post.values as StoredAnswers['values']).filter(([key]) =>
    keys.has(key),
  );
  const places = known.places.filter(isHidden);
  return {
    values: { ...Object.fromEntries(values), ...answers.values },
    categories: [
      ...known.categories
        .filter(isHidden)
        .map(({ attribute_id, category_id }) => ({ attribute_id, category_id })),
      ...answers.categories,
    ],
    places: [
      ...places.map(({ attribute_id, position, lat, lon }) => ({ attribute_id, position, lat, lon })),
      ...answers.places,
    ],
    pictures: answers.pictures,
  };
}

/**
 * Changes a post, and keeps what it was as a revision. A save that changes nothing leaves no trace.
 * @param more.restored the revision that is gone back to, if any
 * @param more.address of callers who may have uploaded pictures without a token (`addressKey`)
 * @throws 404 when there is none; 401 or 403 when the viewer may not change it, or not to another author
 */
export async function updatePost(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: PostInput,
  { restored = null, address = null }: { restored?: number | null; address?: Buffer | null } = {},
): Promise<void> {
  if (!(await lockPost(tx, id))) throw notFound('posts', id);
  const known = await postFor(tx, viewer, id, 'update');
  const { post } = known;
  await endOwnLock(tx, viewer, id);
  if (input.based_on !== undefined && input.based_on !== post.revision)
    throw fault('posts', 'based_on', 'postChanged');
  const { survey, fields } = await surveyAfter(tx, known, input);
  const { author, faults } = authorAfter(viewer, known, input);
  const shown = shownFields(fields, managesPosts(viewer));
  const shownTasks = new Set(shown.tasks.map((task) => task.id));
  const wanted: WantedPost = {
    title: input.title === undefined ? post.title : input.title,
    content: input.content === undefined ? post.content : input.content,
    status: input.status ?? post.status,
    published_to: input.published_to === undefined ? post.published_to : (input.published_to ?? []),
    completed_tasks: tasksAfter(known, shownTasks, input.completed_stages),
    values: sentValues(input, shown.attributes, answersByKey(known, shown.attributes)),
  };
  const before = {
    status: post.status,
    published_to: post.published_to,
    values: answersByKey(known, fields.attributes),
  };
  const sent = {
    title: input.title !== undefined,
    content: input.content !== undefined,
    answers: saysAnswers(input),
    tasks: input.completed_stages !== undefined,
  };
  const claimant = claimantOf(viewer, { claims: input.media_claims, address, postId: id });
  const given = await checkPost(tx, viewer, { survey, fields, wanted, before, sent, claimant, faults });
  const answers = withHidden(known, shown.attributes, given);
  const row = {
    survey_id: survey?.id ?? null,
    user_id: author.user_id,
    author_realname: author.author_realname,
    author_email: author.author_email,
    status: wanted.status,
    title: wanted.title,
    content: wanted.content,
    published_to: [...new Set(wanted.published_to)],
    completed_tasks: [...wanted.completed_tasks],
    slug: input.slug ?? post.slug,
    locale: input.locale || post.locale,
    // Others echo the date as they were shown it.
    post_date: (managesPosts(viewer) && input.post_date) || post.post_date,
  };
  if (row.locale !== post.locale && (await isTranslatedInto(tx, id, row.locale)))
    throw fault('posts', 'locale', 'taken');
  const stateNow = stateOf(known);
  const stateThen = sent.answers
    ? stateFrom(row, answers.values, answers.categories, fields.attributes)
    : { ...stateFrom(row, {}, [], []), values: stateNow.values };
  const replaced = replacedBy(stateNow, stateThen);
  if (!replaced) return;
  const revision = post.revision + 1;
  await writingPost(() =>
    updatePostRow(tx, id, {
      ...row,
      revision,
      ...(sent.answers ? { values: JSON.stringify(answers.values) } : {}),
    }),
  );
  await insertRevision(tx, id, { revision, user_id: viewer.id, replaced, restored });
  if (sent.answers) await writeAnswers(tx, id, answers);
  else await maskPosts(tx, [id]);
}
