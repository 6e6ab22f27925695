/** Posts as they leave the server, in the wire's order of keys (wire 2.1). */
import type { Post, PostValues } from '@waypost/contract/posts/posts';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { shownFields } from '../surveys/surveys.public.ts';
import { viewLock } from './locks/locks.view.ts';
import type { PostDetails } from './post-details.ts';
import { canManagePosts, canSeeUnmasked, postPrivileges } from './posts.rules.ts';
import { readVisibleAnswers, type VisibleAnswers } from './visibility/visible-answers.ts';

/** Which answers a list was asked for; everything where nothing is said (wire 4, `include_types`). */
export interface IncludedAnswers {
  types?: readonly string[] | undefined;
  keys?: readonly string[] | undefined;
}

function viewValues(answers: readonly VisibleAnswers[], { types, keys }: IncludedAnswers): PostValues {
  const wanted = answers.filter(
    ({ attribute }) => (types?.includes(attribute.type) ?? true) && (keys?.includes(attribute.key) ?? true),
  );
  if (wanted.length === 0) return [];
  return Object.fromEntries(wanted.map((it) => [it.attribute.key, it.answers]));
}

/** The answers to the survey's first question about categories. */
const viewTags = (urls: UrlBuilder, answers: readonly VisibleAnswers[]) =>
  (answers.find((it) => it.attribute.type === 'tags')?.answers ?? []).map((id) =>
    urls.relation('tags', Number(id)),
  );

/** The author's name goes along, since others may not read an account (wire 2.6). */
export const viewAuthor = (urls: UrlBuilder, id: number | null, realname: string | null) =>
  id === null ? { user_id: null } : { user: { ...urls.relation('users', id), realname } };

export function viewPost(
  viewer: Viewer,
  urls: UrlBuilder,
  details: PostDetails,
  included: IncludedAnswers = {},
): Post {
  const { post, survey } = details;
  const allowed_privileges = postPrivileges(viewer, post, survey);
  const inFull = canSeeUnmasked(viewer, post);
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
  const manages = canManagePosts(viewer);
  const answers = readVisibleAnswers(viewer, details);
  const shownTasks = new Set(shownFields(details.fields, manages).tasks.map((task) => task.id));
  return {
    id: post.id,
    url: urls.entity('posts', post.id),
    ...viewAuthor(urls, as.user_id, details.authorName),
    parent_id: null,
    form: urls.relation('forms', post.survey_id),
    message: urls.relation('messages', sender.message_id),
    color: survey?.color ?? null,
    type: 'report',
    title: post.title,
    slug: post.slug,
    content: post.content,
    ...(manages ? { author_email: post.author_email, author_realname: post.author_realname } : {}),
    status: post.status,
    created: toApiDate(as.created),
    updated: toApiDateOrNull(as.updated),
    locale: post.locale,
    values: viewValues(answers, included),
    post_date: toApiDate(as.post_date),
    tags: viewTags(urls, answers),
    published_to: post.published_to,
    completed_stages: post.completed_tasks.filter((id) => shownTasks.has(id)),
    sets: details.sets.map(String),
    lock: details.lock && allowed_privileges.includes('update') ? viewLock(viewer, urls, details.lock) : null,
    source: post.source,
    contact: urls.relation('contact', sender.contact_id),
    data_source_message_id: showsSource ? post.data_source_message_id : null,
    revision: post.revision,
    allowed_privileges,
  };
}
