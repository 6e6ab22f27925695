/** Revisions in the format of API v3, for Manage Posts only, with names and labels in addition to ids. */
import {
  type DetailedPostRevision,
  type DetailedRevisionChange,
  type PostRevision,
  type PostSnapshot,
  type RevisedField,
  type RevisedValue,
  revisedFields,
} from '@waypost/contract/posts/post-revisions';
import type { Tx } from '../../kernel/db/database.ts';
import { toApiDate, type UrlBuilder } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { readSurveys } from '../../surveys/surveys.public.ts';
import { findUserNames } from '../../users/users.public.ts';
import type { PostDetails } from '../post-details.ts';
import { canSeeHiddenAuthor } from '../posts.rules.ts';
import { hasHiddenAuthor } from '../visibility/withheld-reporter.ts';
import { isRestorable, type Revision } from './read-revision.ts';
import { type PostState, type RevisionRow, readFormerAuthors } from './revisions.sql.ts';

/** Names of the users and surveys that revisions refer to. */
export interface RevisionNames {
  people: ReadonlyMap<number, string | null>;
  surveys: ReadonlyMap<number, string>;
  withheld: WithheldPeople;
}

/** People that a viewer does not learn from the revisions of a post. */
export interface WithheldPeople {
  /** Accounts that wrote the post, now or earlier, if its survey hides authors; else null. */
  authors: ReadonlySet<number> | null;
  /** Names and addresses of authors without an account. */
  hasContacts: boolean;
}

/** People that the viewer does not learn from the revisions of a post (docs/decisions/0073). */
export async function findWithheldPeople(
  tx: Tx,
  viewer: Viewer,
  { post, survey }: PostDetails,
): Promise<WithheldPeople> {
  if (canSeeHiddenAuthor(viewer, post)) {
    if (viewer.seesPersonalData && hasHiddenAuthor(post) && viewer.id !== post.user_id)
      viewer.personalDataReads += 1;
    return { authors: null, hasContacts: false };
  }
  if (survey?.hide_author === false) return { authors: null, hasContacts: true };
  const former = await readFormerAuthors(tx, post.id);
  const authors = new Set([...former, ...(post.user_id === null ? [] : [post.user_id])]);
  return { authors, hasContacts: true };
}

/** Reads the names of users and surveys. */
export async function readRevisionNames(
  tx: Tx,
  people: readonly (number | null)[],
  surveys: readonly (number | null)[],
  withheld: WithheldPeople,
): Promise<RevisionNames> {
  const surveyIds = [...new Set(surveys.filter((id) => id !== null))];
  const rows = await readSurveys(tx, surveyIds);
  return {
    people: await findUserNames(tx, people),
    surveys: new Map([...rows].map(([id, survey]) => [id, survey.name])),
    withheld,
  };
}

const viewPerson = (urls: UrlBuilder, { people }: RevisionNames, id: number) => ({
  ...urls.relation('users', id),
  realname: people.get(id) ?? null,
});

const viewState = (urls: UrlBuilder, names: RevisionNames, state: PostState): PostSnapshot => ({
  ...state,
  published_to: [...state.published_to],
  completed_stages: [...state.completed_stages],
  form:
    state.form === null
      ? null
      : { ...urls.relation('forms', state.form), name: names.surveys.get(state.form) ?? null },
  user: state.user === null || names.withheld.authors ? null : viewPerson(urls, names, state.user),
  author_realname: names.withheld.hasContacts ? null : state.author_realname,
  author_email: names.withheld.hasContacts ? null : state.author_email,
  post_date: toApiDate(new Date(state.post_date)),
  merged_posts: [...state.merged_posts],
  values: Object.fromEntries(Object.entries(state.values).map(([key, answers]) => [key, [...answers]])),
});

const labelOf = ({ fields }: PostDetails, key: string) =>
  fields.attributes.find((it) => it.key === key)?.label ?? null;

/** Changed fields and answers, in the order of the survey. Answers to deleted attributes come last. */
function listChanges(
  details: PostDetails,
  { replaced: { values = {}, ...fields }, new_status }: RevisionRow,
): PostRevision['changes'] {
  const attributeKeys = details.fields.attributes
    .map((it) => it.key)
    .filter((key) => Object.hasOwn(values, key));
  const keys = new Set([...attributeKeys, ...Object.keys(values)]);
  return [
    ...revisedFields
      .filter((field) => Object.hasOwn(fields, field))
      .map((field) => ({ field, ...(field === 'status' && new_status ? { status: new_status } : {}) })),
    ...[...keys].map((key) => ({ field: 'values' as const, key, label: labelOf(details, key) })),
  ];
}

const readFieldValue = (post: PostSnapshot, field: RevisedField, key: string | undefined): RevisedValue => {
  if (field !== 'values') return post[field];
  return Array.isArray(post.values) || key === undefined ? null : (post.values[key] ?? null);
};

/**
 * A revision as in a list.
 * @param row undefined for revision 1
 * @param authorId author of the post, for revision 1
 */
export function viewRevision(
  urls: UrlBuilder,
  details: PostDetails,
  names: RevisionNames,
  row: RevisionRow | undefined,
  authorId: number | null,
): PostRevision {
  const { post } = details;
  const userId = row ? row.user_id : authorId;
  const id = row?.revision ?? 1;
  return {
    id,
    url: urls.entity(`posts/${post.id}/revisions`, id),
    post_id: post.id,
    ...(userId === null || names.withheld.authors?.has(userId)
      ? { user_id: null }
      : { user: viewPerson(urls, names, userId) }),
    created: toApiDate(row?.created ?? post.created),
    restored: row?.restored ?? null,
    suggestion: row?.suggestion ?? null,
    changes: row ? listChanges(details, row) : [],
    allowed_privileges: isRestorable(post, id) ? ['read', 'search', 'update'] : ['read', 'search'],
  };
}

/** A revision with the old and new value of each change, and the state of the post after it. */
export async function viewFullRevision(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  { details, row, before, after }: Revision,
): Promise<DetailedPostRevision> {
  const people = [row?.user_id ?? null, before?.user ?? null, after.user];
  const withheld = await findWithheldPeople(tx, viewer, details);
  const names = await readRevisionNames(tx, people, [before?.form ?? null, after.form], withheld);
  const summary = viewRevision(urls, details, names, row, after.user);
  const post = viewState(urls, names, after);
  const previous = before && viewState(urls, names, before);
  const changes = summary.changes.map((change): DetailedRevisionChange => {
    const { field, key } = change;
    return {
      ...change,
      before: previous ? readFieldValue(previous, field, key) : null,
      after: readFieldValue(post, field, key),
    };
  });
  return { ...summary, changes, post };
}
