/** Posts as they leave the server, in the wire's order of keys (wire 2.1). */
import type { Post, PostValues } from '@waypost/contract/posts';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, wireDate, wireDateOrNull } from '../kernel/wire.ts';
import { shownFields } from '../surveys/surveys.public.ts';
import type { KnownPost } from './known-post.ts';
import { viewLock } from './locks.view.ts';
import { managesPosts, postPrivileges, seesInFull } from './posts.rules.ts';
import { type ShownAnswers, shownAnswers } from './shown-answers.ts';

/** Which answers a list was asked for; everything where nothing is said (wire 4, `include_types`). */
export interface Included {
  types?: readonly string[] | undefined;
  keys?: readonly string[] | undefined;
}

function viewValues(answers: readonly ShownAnswers[], { types, keys }: Included): PostValues {
  const wanted = answers.filter(
    ({ attribute }) => (types?.includes(attribute.type) ?? true) && (keys?.includes(attribute.key) ?? true),
  );
  if (wanted.length === 0) return [];
  return Object.fromEntries(wanted.map((it) => [it.attribute.key, it.answers]));
}

/** The answers to the survey's first question about categories. */
const viewTags = (addresses: Addresses, answers: readonly ShownAnswers[]) =>
  (answers.find((it) => it.attribute.type === 'tags')?.answers ?? []).map((id) =>
    addresses.relation('tags', Number(id)),
  );

/** The author's name goes along, since others may not read an account (wire 2.6). */
export const viewAuthor = (addresses: Addresses, id: number | null, realname: string | null) =>
  id === null ? { user_id: null } : { user: { ...addresses.relation('users', id), realname } };

export function viewPost(
  viewer: Viewer,
  addresses: Addresses,
  known: KnownPost,
  included: Included = {},
): Post {
  const { post, survey } = known;
  const allowed_privileges = postPrivileges(viewer, post, survey);
  const inFull = seesInFull(viewer, post);
  const as = inFull
    ? post
    : {
        user_id: post.shown_user_id,
        created: post.shown_created,
        updated: post.shown_updated,
        post_date: post.shown_post_date,
      };
  // One contact sends many posts: who may not know an author may not know that two posts have the same one.
  const sender = inFull || survey?.hide_author === false ? post : { contact_id: null, message_id: null };
  // Ids of gateways and mailboxes hold names of senders' servers, and moments.
  const showsSource = inFull || (survey?.hide_author === false && !survey.hide_time);
  const manages = managesPosts(viewer);
  const answers = shownAnswers(viewer, known);
  const shownTasks = new Set(shownFields(known.fields, manages).tasks.map((task) => task.id));
  return {
    id: post.id,
    url: addresses.entity('posts', post.id),
    ...viewAuthor(addresses, as.user_id, known.authorName),
    parent_id: null,
    form: addresses.relation('forms', post.survey_id),
    message: addresses.relation('messages', sender.message_id),
    color: survey?.color ?? null,
    type: 'report',
    title: post.title,
    slug: post.slug,
    content: post.content,
    ...(manages ? { author_email: post.author_email, author_realname: post.author_realname } : {}),
    status: post.status,
    created: wireDate(as.created),
    updated: wireDateOrNull(as.updated),
    locale: post.locale,
    values: viewValues(answers, included),
    post_date: wireDate(as.post_date),
    tags: viewTags(addresses, answers),
    published_to: post.published_to,
    completed_stages: post.completed_tasks.filter((id) => shownTasks.has(id)),
    sets: known.sets.map(String),
    lock:
      known.lock && allowed_privileges.includes('update') ? viewLock(viewer, addresses, known.lock) : null,
    source: post.source,
    contact: addresses.relation('contact', sender.contact_id),
    data_source_message_id: showsSource ? post.data_source_message_id : null,
    revision: post.revision,
    allowed_privileges,
  };
}
