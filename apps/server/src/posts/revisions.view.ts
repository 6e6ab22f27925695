/** Revisions as they leave the server: to Manage Posts alone, with names and labels in place of bare ids. */
import {
  type FullChange,
  type FullPostRevision,
  type PostRevision,
  type RevisedField,
  type RevisedPost,
  type RevisedValue,
  revisedFields,
} from '@waypost/contract/post-revisions';
import type { Tx } from '../kernel/db.ts';
import { type Addresses, wireDate } from '../kernel/wire.ts';
import { readNames } from '../people/people.public.ts';
import { readSurveys } from '../surveys/surveys.public.ts';
import type { KnownPost } from './known-post.ts';
import type { Revision } from './read-revisions.ts';
import type { PostState, Replaced, RevisionRow } from './revisions.sql.ts';

/** What people and surveys are called that revisions name. */
export interface Names {
  people: ReadonlyMap<number, string | null>;
  surveys: ReadonlyMap<number, string>;
}

export async function namesIn(
  tx: Tx,
  people: readonly (number | null)[],
  surveys: readonly (number | null)[] = [],
): Promise<Names> {
  const given = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const rows = await readSurveys(tx, given(surveys));
  return {
    people: await readNames(tx, given(people)),
    surveys: new Map([...rows].map(([id, survey]) => [id, survey.name])),
  };
}

const viewPerson = (addresses: Addresses, { people }: Names, id: number) => ({
  ...addresses.relation('users', id),
  realname: people.get(id) ?? null,
});

const viewState = (addresses: Addresses, names: Names, state: PostState): RevisedPost => ({
  ...state,
  published_to: [...state.published_to],
  completed_stages: [...state.completed_stages],
  form:
    state.form === null
      ? null
      : { ...addresses.relation('forms', state.form), name: names.surveys.get(state.form) ?? null },
  user: state.user === null ? null : viewPerson(addresses, names, state.user),
  post_date: wireDate(new Date(state.post_date)),
  values: Object.fromEntries(Object.entries(state.values).map(([key, answers]) => [key, [...answers]])),
});

const labelOf = ({ fields }: KnownPost, key: string) =>
  fields.attributes.find((it) => it.key === key)?.label ?? null;

/** In the order of the survey; what it asks no more comes last. */
function changesIn(known: KnownPost, { values = {}, ...fields }: Replaced): PostRevision['changes'] {
  const asked = known.fields.attributes.map((it) => it.key).filter((key) => Object.hasOwn(values, key));
  const keys = new Set([...asked, ...Object.keys(values)]);
  return [
    ...revisedFields.filter((field) => Object.hasOwn(fields, field)).map((field) => ({ field })),
    ...[...keys].map((key) => ({ field: 'values' as const, key, label: labelOf(known, key) })),
  ];
}

const valueIn = (post: RevisedPost, field: RevisedField, key: string | undefined): RevisedValue => {
  if (field !== 'values') return post[field];
  return Array.isArray(post.values) || key === undefined ? null : (post.values[key] ?? null);
};

/** @param author who made the post, for its first revision */
export function viewRevision(
  addresses: Addresses,
  known: KnownPost,
  names: Names,
  row: RevisionRow | undefined,
  author: number | null,
): PostRevision {
  const { post } = known;
  const userId = row ? row.user_id : author;
  const id = row?.revision ?? 1;
  return {
    id,
    url: addresses.entity(`posts/${post.id}/revisions`, id),
    post_id: post.id,
    ...(userId === null ? { user_id: null } : { user: viewPerson(addresses, names, userId) }),
    created: wireDate(row?.created ?? post.created),
    restored: row?.restored ?? null,
    changes: row ? changesIn(known, row.replaced) : [],
    // The latest is the post as it is: there is nothing to restore.
    allowed_privileges: id === post.revision ? ['read', 'search'] : ['read', 'search', 'update'],
  };
}

export async function viewFullRevision(
  tx: Tx,
  addresses: Addresses,
  { known, row, before, after }: Revision,
): Promise<FullPostRevision> {
  const people = [row?.user_id ?? null, before?.user ?? null, after.user];
  const names = await namesIn(tx, people, [before?.form ?? null, after.form]);
  const short = viewRevision(addresses, known, names, row, after.user);
  const post = viewState(addresses, names, after);
  const was = before && viewState(addresses, names, before);
  const changes = short.changes.map((change): FullChange => {
    const { field, key } = change;
    return { ...change, before: was ? valueIn(was, field, key) : null, after: valueIn(post, field, key) };
  });
  return { ...short, changes, post };
}
