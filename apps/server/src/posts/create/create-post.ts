/** Creates a post (API v3 §2.1 and §3.8). */

import type { FieldError } from '@waypost/contract/common/problems';
import type { PostInput } from '@waypost/contract/posts/posts';
import type { Tx } from '../../kernel/db/database.ts';
import { validationError } from '../../kernel/http/problem.ts';
import { requirePrivilege } from '../../kernel/security/require-privilege.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { buildClaimant } from '../../media/media.public.ts';
import { readSurvey, readSurveyFields, type SurveyRow, visibleFields } from '../../surveys/surveys.public.ts';
import { submittedAuthorId, submittedSurveyId, submittedValues } from '../answers/submitted-answers.ts';
import { checkPost } from '../edit/check-post.ts';
import { insertAnswers, translatePostConstraints } from '../edit/write-answers.ts';
import { insertPost } from '../edit/write-posts.sql.ts';
import { emptySurveyFields } from '../post-details.ts';
import { canManagePosts, postPrivileges } from '../posts.rules.ts';
import { createSlug } from './slug.ts';

async function requireSurvey(tx: Tx, id: number | null): Promise<SurveyRow | undefined> {
  if (id === null) return undefined;
  const survey = await readSurvey(tx, id);
  if (!survey) throw validationError('posts', 'form_id', 'exists', { value: id });
  return survey;
}

/** The sender is the author, unless the request names another account or describes an author by name or address. */
function resolveAuthor(viewer: Viewer, input: PostInput): { userId: number | null; faults: FieldError[] } {
  const authorId = submittedAuthorId(input) ?? null;
  const isDescribed = Boolean(input.author_email ?? input.author_realname);
  return {
    userId: authorId ?? (isDescribed ? null : viewer.id),
    faults: authorId !== null && isDescribed ? [{ field: 'user_id', rule: 'userAndAuthor' }] : [],
  };
}

/**
 * Creates a post.
 * @param addressHash of callers who may have uploaded media without a token (`hashUploaderAddress`)
 * @returns its id
 * @throws Problem 401 or 403 when the viewer may not post to the survey, or not for that author; ValidationError for the rest
 */
export async function createPost(
  tx: Tx,
  viewer: Viewer,
  input: PostInput,
  addressHash: Buffer | null = null,
): Promise<number> {
  const survey = await requireSurvey(tx, submittedSurveyId(input) ?? null);
  const defaultStatus = (survey?.require_approval ?? true) ? 'draft' : 'published';
  const status = input.status ?? defaultStatus;
  const { userId, faults } = resolveAuthor(viewer, input);
  const published_to = input.published_to ?? [];
  const access = { user_id: userId, status, published_to };
  requirePrivilege(viewer, postPrivileges(viewer, access, survey), 'create', 'posts');
  const fields = survey ? await readSurveyFields(tx, survey.id) : emptySurveyFields;
  const shown = visibleFields(fields, canManagePosts(viewer));
  const title = input.title ?? null;
  const content = input.content ?? null;
  const completed_tasks = [...new Set(input.completed_stages ?? [])];
  const values = submittedValues(input, shown.attributes, {});
  const after = { title, content, status, published_to, completed_tasks, values };
  const submitted = { title: true, content: true, answers: true, tasks: true };
  const claimant = buildClaimant(viewer, { claims: input.media_claims, address: addressHash });
  const check = { survey, fields, after, before: undefined, submitted, claimant, faults };
  const answers = await checkPost(tx, viewer, check);
  const id = await translatePostConstraints(() =>
    insertPost(tx, {
      survey_id: survey?.id ?? null,
      user_id: userId,
      author_realname: input.author_realname ?? null,
      author_email: input.author_email ?? null,
      status,
      title,
      content,
      slug: input.slug ?? createSlug(title),
      locale: input.locale || 'en_us',
      published_to: [...new Set(published_to)],
      completed_tasks,
      values: JSON.stringify(answers.values),
      ...(input.post_date ? { post_date: input.post_date } : {}),
    }),
  );
  await insertAnswers(tx, id, answers);
  return id;
}
