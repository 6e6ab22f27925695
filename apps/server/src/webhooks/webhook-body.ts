/** The body of a webhook delivery (API v3 §5.5): the post as it is now, in an anonymous visitor's view. */
import type { Tx } from '../kernel/db/database.ts';
import type { UrlBuilder } from '../kernel/http/api-format.ts';
import type { DeploymentState } from '../kernel/security/deployment-state.ts';
import { anonymousViewer } from '../kernel/security/viewer.ts';
import { canReadPost, findRefusalReason, readPostDetails, viewPost } from '../posts/posts.public.ts';
import type { DeliveryRow } from './deliveries.sql.ts';
import type { WebhookRow } from './webhooks.sql.ts';

const toEpochSeconds = (isoDate: string | null) =>
  isoDate === null ? null : Math.floor(Date.parse(isoDate) / 1000);
const relationId = (relation: { id: number } | null | undefined) => relation?.id ?? null;

/** `2019-11-30 09:15:00.000000` in UTC, in the three-part format that existing receivers expect. */
const toPhpDateTime = (isoDate: string) => ({
  date: `${isoDate.slice(0, 10)} ${isoDate.slice(11, 19)}.000000`,
  timezone_type: 3,
  timezone: 'UTC',
});

/**
 * Why nothing is sent: the post was deleted, or it is not public and the webhook gets public content only, or its reporter did not
 * agree to sharing.
 */
export type SkipReason = 'gone' | 'not-public' | 'not-shared';

/**
 * The body of a delivery, or why there is none. A `delete` event has the post's id only. The receiver is treated as an anonymous
 * visitor: places are masked, hidden authors and times and private answers are left out. Public content has no ids of
 * contacts and messages either.
 */
export async function buildWebhookBody(
  tx: Tx,
  urls: UrlBuilder,
  webhook: WebhookRow,
  { event, post_id, survey_id }: DeliveryRow,
  { isClosed, lastVisiblePostId }: DeploymentState,
): Promise<{ body: string } | { skipReason: SkipReason }> {
  const isPublic = webhook.content === 'public';
  const webhookFields = {
    webhook_uuid: webhook.uuid,
    source_field_key: webhook.source_key,
    destination_field_key: webhook.destination_key,
  };
  if (event === 'delete') {
    const goneFlag = isPublic ? { gone: true } : {};
    return { body: JSON.stringify({ id: post_id, form_id: survey_id, ...goneFlag, ...webhookFields }) };
  }
  const [details] = await readPostDetails(tx, anonymousViewer, [post_id]);
  if (!details) return { skipReason: 'gone' };
  if (isPublic && (isClosed || !canReadPost(anonymousViewer.limitedTo(lastVisiblePostId), details.post)))
    return { skipReason: 'not-public' };
  if (webhook.only_shared && findRefusalReason(details.survey, details.post, 'share'))
    return { skipReason: 'not-shared' };
  const { id, title, slug, content, status, locale, type, color, source, values, ...post } = viewPost(
    anonymousViewer,
    urls,
    details,
  );
  const sender = isPublic ? { message: null, contact: null } : post;
  const body = JSON.stringify({
    id,
    parent_id: null,
    form_id: relationId(post.form),
    user_id: relationId('user' in post ? post.user : null),
    message_id: relationId(sender.message),
    contact_id: relationId(sender.contact),
    type,
    title,
    slug,
    content,
    status,
    locale,
    color,
    source,
    created: toEpochSeconds(post.created),
    updated: toEpochSeconds(post.updated),
    post_date: toPhpDateTime(post.post_date),
    published_to: post.published_to,
    completed_stages: post.completed_stages,
    tags: post.tags.map((tag) => tag.id),
    sets: post.sets,
    values,
    ...(post.place_precision ? { place_precision: post.place_precision } : {}),
    ...webhookFields,
  });
  return { body };
}
