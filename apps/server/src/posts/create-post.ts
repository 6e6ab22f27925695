/** Making a post (wire 2.1 and 3.8). */

import type { PostInput } from '@waypost/contract/posts';
import type { Fault } from '@waypost/contract/problems';
import type { Tx } from '../kernel/db.ts';
import { fault } from '../kernel/problem.ts';
import { require } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { claimantOf } from '../media/media.public.ts';
import { readSurvey, readSurveyFields, type SurveyRow, shownFields } from '../surveys/surveys.public.ts';
import { checkPost } from './check-post.ts';
import { noFields } from './known-post.ts';
import { managesPosts, postPrivileges } from './posts.rules.ts';
import { sentAuthor, sentSurvey, sentValues } from './sent-answers.ts';
import { slugFor } from './slug.ts';
import { writeFirstAnswers, writingPost } from './write-post.ts';
import { insertPost } from './write-posts.sql.ts';

async function surveyNamed(tx: Tx, id: number | null): Promise<SurveyRow | undefined> {
  if (id === null) return undefined;
  const survey = await readSurvey(tx, id);
  if (!survey) throw fault('posts', 'form_id', 'exists', { value: id });
  return survey;
}

/** Whoever sends a post is its author, unless somebody else is named in the one way or the other. */
function authorOf(viewer: Viewer, input: PostInput): { userId: number | null; faults: Fault[] } {
  const named = sentAuthor(input) ?? null;
  const described = Boolean(input.author_email ?? input.author_realname);
  return {
    userId: named ?? (described ? null : viewer.id),
    faults: named !== null && described ? [{ field: 'user_id', rule: 'userAndAuthor' }] : [],
  };
}

/**
 * Makes a post.
 * @param address of callers who may have uploaded pictures without a token (`addressKey`)
 * @returns its id
 * @throws 401 or 403 when the viewer may not post to the survey, or not in that name
 */
export async function createPost(
  tx: Tx,
  viewer: Viewer,
  input: PostInput,
  address: Buffer | null = null,
): Promise<number> {
  const survey = await surveyNamed(tx, sentSurvey(input) ?? null);
  const usual = (survey?.require_approval ?? true) ? 'draft' : 'published';
  const status = input.status ?? usual;
  const { userId, faults } = authorOf(viewer, input);
  const published_to = input.published_to ?? [];
  const access = { user_id: userId, status, published_to };
  require(viewer, postPrivileges(viewer, access, survey), 'create', 'posts');
  const fields = survey ? await readSurveyFields(tx, survey.id) : noFields;
  const shown = shownFields(fields, managesPosts(viewer));
  const title = input.title ?? null;
  const content = input.content ?? null;
  const completed_tasks = [...new Set(input.completed_stages ?? [])];
  const values = sentValues(input, shown.attributes, {});
  const wanted = { title, content, status, published_to, completed_tasks, values };
  const sent = { title: true, content: true, answers: true, tasks: true };
  const claimant = claimantOf(viewer, { claims: input.media_claims, address });
  const check = { survey, fields, wanted, before: undefined, sent, claimant, faults };
  const answers = await checkPost(tx, viewer, check);
  const id = await writingPost(() =>
    insertPost(tx, {
      survey_id: survey?.id ?? null,
      user_id: userId,
      author_realname: input.author_realname ?? null,
      author_email: input.author_email ?? null,
      status,
      title,
      content,
      slug: input.slug ?? slugFor(title),
      locale: input.locale || 'en_us',
      published_to: [...new Set(published_to)],
      completed_tasks,
      values: JSON.stringify(answers.values),
      ...(input.post_date ? { post_date: input.post_date } : {}),
    }),
  );
  await writeFirstAnswers(tx, id, answers);
  return id;
}
