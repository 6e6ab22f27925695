/** Posts in the format of API v3 §2.1, with its order of keys. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import type { Post, PostValues } from '@waypost/contract/posts/posts';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { type AttributeRow, visibleFields } from '../surveys/surveys.public.ts';
import { viewLock } from './locks/locks.view.ts';
import type { PostDetails } from './post-details.ts';
import { canManagePosts, canSeeHiddenAuthor, canSeeUnmasked, postPrivileges } from './posts.rules.ts';
import { findPlacePrecision } from './visibility/place-precision.ts';
import { readVisibleAnswers, type VisibleAnswers } from './visibility/visible-answers.ts';
import { findVisibleAreaIds } from './visibility/visible-areas.ts';
import { viewReporter } from './visibility/withheld-reporter.ts';

/** Types and keys of the attributes whose answers a list contains. An absent or empty list includes all (API v3 §4). */
export type IncludedAnswers = Pick<PostFilters, 'include_types' | 'include_attributes'>;

const includes = (list: readonly string[] | undefined, item: string) => !list?.length || list.includes(item);

/** Whether a list contains the answers to the attribute. */
export const isIncluded = (
  { type, key }: Pick<AttributeRow, 'type' | 'key'>,
  { include_types, include_attributes }: IncludedAnswers,
): boolean => includes(include_types, type) && includes(include_attributes, key);

function viewValues(answers: readonly VisibleAnswers[], included: IncludedAnswers): PostValues {
  const shown = answers.filter(({ attribute }) => isIncluded(attribute, included));
  return shown.length === 0 ? [] : Object.fromEntries(shown.map((it) => [it.attribute.key, it.answers]));
}

/** `tags`: the answers to the survey's first question about categories. */
const viewTags = (urls: UrlBuilder, answers: readonly VisibleAnswers[]) =>
  (answers.find((it) => fieldTypes[it.attribute.type].storage === 'categories')?.answers ?? []).map((id) =>
    urls.relation('tags', Number(id)),
  );

/** The author with their name, since not everybody may read accounts (API v3 §2.6). */
export const viewAuthor = (urls: UrlBuilder, id: number | null, realname: string | null) =>
  id === null ? { user_id: null } : { user: { ...urls.relation('users', id), realname } };

function viewAreas(
  viewer: Viewer,
  details: PostDetails,
  answers: readonly VisibleAnswers[],
): Pick<Post, 'areas'> {
  if (!details.areas) return {};
  const ids = findVisibleAreaIds(viewer, details, answers);
  return { areas: details.areas.filter(({ id }) => ids.has(id)).map(({ id, name }) => ({ id, name })) };
}

/** Whether nobody knows the places of an anonymized post more exactly than everyone. */
const hasOnlyMaskedPlaces = ({ post, places }: PostDetails): boolean =>
  post.anonymized_revision !== null &&
  places.every(({ lat, lon, masked_lat, masked_lon }) => lat === masked_lat && lon === masked_lon);

/** The same for its times. */
const hasOnlyMaskedTimes = (post: PostDetails['post']): boolean =>
  post.anonymized_revision !== null &&
  post.created.getTime() === post.masked_created.getTime() &&
  post.post_date.getTime() === post.masked_post_date.getTime();

/** A post as the viewer may see it. */
export function viewPost(
  viewer: Viewer,
  urls: UrlBuilder,
  details: PostDetails,
  included: IncludedAnswers = {},
): Post {
  const { post, survey } = details;
  const allowed_privileges = postPrivileges(viewer, post, survey);
  const isUnmasked = canSeeUnmasked(viewer, post);
  const seesHiddenAuthor = canSeeHiddenAuthor(viewer, post);
  const authorId = seesHiddenAuthor ? post.user_id : post.masked_user_id;
  const shown = isUnmasked
    ? post
    : {
        created: post.masked_created,
        updated: post.masked_updated,
        post_date: post.masked_post_date,
      };
  // Posts of one contact have the same author. Its id would tell that to viewers who may not see authors.
  const sender = isUnmasked || survey?.hide_author === false ? post : { contact_id: null, message_id: null };
  // Ids from gateways and mailboxes contain the names of senders' servers, and times.
  const showsSource = seesHiddenAuthor || (survey?.hide_author === false && !survey.hide_time);
  const isManager = canManagePosts(viewer);
  const answers = readVisibleAnswers(viewer, details);
  const placePrecision = findPlacePrecision(
    viewer,
    details,
    answers,
    !isUnmasked || hasOnlyMaskedPlaces(details),
  );
  const isAnonymized = isManager && post.anonymized_revision !== null && post.sender_removed;
  const shownTasks = new Set(visibleFields(details.fields, isManager).tasks.map((task) => task.id));
  return {
    id: post.id,
    url: urls.entity('posts', post.id),
    ...viewAuthor(urls, authorId, details.authorName),
    parent_id: null,
    form: urls.relation('forms', post.survey_id),
    message: urls.relation('messages', sender.message_id),
    color: survey?.color ?? null,
    type: 'report',
    title: post.title,
    slug: post.slug,
    content: post.content,
    ...(isManager
      ? {
          author_email: seesHiddenAuthor ? post.author_email : null,
          author_realname: seesHiddenAuthor ? post.author_realname : null,
        }
      : {}),
    status: post.status,
    created: toApiDate(shown.created),
    updated: toApiDateOrNull(shown.updated),
    locale: post.locale,
    values: viewValues(answers, included),
    post_date: toApiDate(shown.post_date),
    ...(survey?.hide_time === false || (isUnmasked && !hasOnlyMaskedTimes(post))
      ? {}
      : { date_precision: 'day' as const }),
    ...(placePrecision ? { place_precision: placePrecision } : {}),
    ...(isUnmasked && post.public_from ? { public_from: toApiDate(post.public_from) } : {}),
    ...(isAnonymized ? { anonymized: true as const } : {}),
    tags: viewTags(urls, answers),
    published_to: post.published_to,
    completed_stages: post.completed_tasks.filter((id) => shownTasks.has(id)),
    sets: details.sets.map(String),
    lock: details.lock && allowed_privileges.includes('update') ? viewLock(viewer, urls, details.lock) : null,
    ...(details.verification === undefined ? {} : { verification: details.verification }),
    ...viewAreas(viewer, details, answers),
    ...(details.merging === undefined ? {} : { merging: details.merging }),
    ...(details.thumbnail === undefined ? {} : { thumbnail: details.thumbnail }),
    source: post.source,
    contact: urls.relation('contact', sender.contact_id),
    data_source_message_id: showsSource ? post.data_source_message_id : null,
    ...viewReporter(viewer, details),
    revision: post.revision,
    allowed_privileges,
  };
}
