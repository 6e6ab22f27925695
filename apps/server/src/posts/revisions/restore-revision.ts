/** Going back to an earlier state of a post: a save like any other, under the same rules, and a revision itself. */
import type { PostInput } from '@waypost/contract/posts/posts';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import { findCategories } from '../../categories/categories.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { claimantOf, nameableMedia } from '../../media/media.public.ts';
import type { AttributeRow } from '../../surveys/surveys.public.ts';
import { knownRoles, readNames } from '../../users/users.public.ts';
import { updatePost } from '../edit/update-post.ts';
import { type PostRow, readPostRows } from '../posts.sql.ts';
import { readRevision } from './read-revision.ts';
import type { PostState } from './revisions.sql.ts';

/** Ids among answers that still name something, by the type of the attribute. */
async function findExistingReferences(
  tx: Tx,
  post: Pick<PostRow, 'id' | 'values'>,
  attributes: readonly AttributeRow[],
  values: PostState['values'],
): Promise<Partial<Record<string, ReadonlySet<string>>>> {
  const idsOf = (type: string) =>
    attributes
      .filter((it) => it.type === type)
      .flatMap((it) => values[it.key] ?? [])
      .map(Number);
  // The post's own, and what it names now whosever it is.
  const claimant = claimantOf({ id: null, visitorTokenHash: null }, { postId: post.id });
  const [own] = await nameableMedia(tx, [{ ids: idsOf('media'), claimant }]);
  const now = attributes.filter((it) => it.type === 'media').flatMap((it) => post.values[it.key] ?? []);
  const media = [...(own ?? []), ...now.map(Number)];
  const posts = await readPostRows(tx, idsOf('relation'));
  const categories = await findCategories(tx, idsOf('tags').map(String));
  return {
    media: new Set(media.map(String)),
    relation: new Set(posts.map((post) => String(post.id))),
    tags: new Set(categories.keys()),
  };
}

/** Answers to what the survey still asks, without those that name what is gone. */
async function dropDanglingAnswers(
  tx: Tx,
  post: Pick<PostRow, 'id' | 'values'>,
  attributes: readonly AttributeRow[],
  values: PostState['values'],
): Promise<Record<string, unknown[]>> {
  const named = await findExistingReferences(tx, post, attributes, values);
  return Object.fromEntries(
    attributes.map(({ key, type }) => {
      const known = named[type];
      const isThere = (answer: Answer) => typeof answer === 'object' || (known?.has(String(answer)) ?? true);
      return [key, (values[key] ?? []).filter(isThere)];
    }),
  );
}

/**
 * Saves a post as a revision left it. Roles, tasks, people, fields and whatever answers name that is gone by now are left
 * out: there is nothing to go back to.
 * @throws Faults when the survey would not take the post as it was then
 */
export async function restoreRevision(tx: Tx, viewer: Viewer, postId: number, number: number): Promise<void> {
  const { details: known, after } = await readRevision(tx, viewer, postId, number);
  const { tasks, attributes } = known.fields;
  const roles = await knownRoles(tx, after.published_to);
  const people = await readNames(tx, after.user === null ? [] : [after.user]);
  const isThere = after.user === null || people.has(after.user);
  const author = isThere
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
    values: await dropDanglingAnswers(tx, known.post, attributes, after.values),
    ...(after.slug === null ? {} : { slug: after.slug }),
  };
  await updatePost(tx, viewer, postId, input, { restored: number });
}
