/** Restores an earlier state of a post. This is a normal save, with the same rules, and creates a revision. */
import type { PostInput } from '@waypost/contract/posts/posts';
import { type AnswerKind, fieldTypes, type ReferenceKind } from '@waypost/contract/surveys/field-types';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import { findCategoriesById } from '../../categories/categories.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { accessDenied } from '../../kernel/security/require-privilege.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { buildClaimant, findAttachableMedia } from '../../media/media.public.ts';
import type { AttributeRow } from '../../surveys/surveys.public.ts';
import { findExistingRoleNames, findUserNames } from '../../users/users.public.ts';
import { updatePost } from '../edit/update-post.ts';
import { type PostRow, readPostRows } from '../posts.sql.ts';
import { readRevision } from './read-revision.ts';
import type { PostState } from './revisions.sql.ts';

/** Ids in answers that still refer to something. */
async function findExistingReferences(
  tx: Tx,
  post: Pick<PostRow, 'id' | 'values'>,
  attributes: readonly AttributeRow[],
  values: PostState['values'],
): Promise<Record<ReferenceKind, ReadonlySet<string>>> {
  const attributesOf = (kind: ReferenceKind) =>
    attributes.filter((it) => fieldTypes[it.type].answerKind === kind);
  const idsOf = (kind: ReferenceKind) =>
    attributesOf(kind)
      .flatMap((it) => values[it.key] ?? [])
      .map(Number);
  // Media of the post, and those that it names now whoever owns them.
  const claimant = buildClaimant({ id: null, visitorTokenHash: null }, { postId: post.id });
  const [attachable] = await findAttachableMedia(tx, [{ ids: idsOf('media'), claimant }]);
  const current = attributesOf('media').flatMap((it) => post.values[it.key] ?? []);
  const media = [...(attachable ?? []), ...current.map(Number)];
  const posts = await readPostRows(tx, idsOf('post'));
  const categories = await findCategoriesById(tx, idsOf('category').filter(Number.isSafeInteger));
  return {
    media: new Set(media.map(String)),
    post: new Set(posts.map((post) => String(post.id))),
    category: new Set(categories.map(({ id }) => String(id))),
  };
}

/** Answers to existing attributes, without those that refer to something deleted. */
async function dropDanglingAnswers(
  tx: Tx,
  post: Pick<PostRow, 'id' | 'values'>,
  attributes: readonly AttributeRow[],
  values: PostState['values'],
): Promise<Record<string, unknown[]>> {
  const existing: Partial<Record<AnswerKind, ReadonlySet<string>>> = await findExistingReferences(
    tx,
    post,
    attributes,
    values,
  );
  return Object.fromEntries(
    attributes.map(({ key, type }) => {
      const ids = existing[fieldTypes[type].answerKind];
      const isValid = (answer: Answer) => typeof answer === 'object' || (ids?.has(String(answer)) ?? true);
      return [key, (values[key] ?? []).filter(isValid)];
    }),
  );
}

/**
 * Saves a post in the state after a revision. Roles, tasks, users, attributes and references that have been deleted since
 * are left out.
 * @throws Problem 403 for a state from before the post was anonymized; ValidationError when that state is no longer valid for the survey
 */
export async function restoreRevision(tx: Tx, viewer: Viewer, postId: number, number: number): Promise<void> {
  const { details, after } = await readRevision(tx, viewer, postId, number);
  if (number < (details.post.anonymized_revision ?? 0))
    throw accessDenied(viewer, 'update', 'revisions', number);
  const { tasks, attributes } = details.fields;
  const roles = await findExistingRoleNames(tx, after.published_to);
  const names = await findUserNames(tx, [after.user]);
  const authorExists = after.user === null || names.has(after.user);
  const author = authorExists
    ? { user: after.user, author_realname: after.author_realname, author_email: after.author_email }
    : {};
  const input: PostInput = {
    ...author,
    title: after.title,
    content: after.content,
    status: after.status,
    published_to: after.published_to.filter((role) => roles.has(role)),
    completed_stages: after.completed_stages.filter((id) => tasks.some((task) => task.id === id)),
    post_date: new Date(after.post_date),
    locale: after.locale,
    values: await dropDanglingAnswers(tx, details.post, attributes, after.values),
    ...(after.slug === null ? {} : { slug: after.slug }),
  };
  await updatePost(tx, viewer, postId, input, { restored: number });
}
