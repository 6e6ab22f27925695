/** What a webhook is sent of a post (wire 5.5): as it is now, and as anybody sees it. */
import type { Tx } from '../kernel/db.ts';
import type { Standing } from '../kernel/standing.ts';
import { passerBy } from '../kernel/viewer.ts';
import type { Addresses } from '../kernel/wire.ts';
import { isReadable, readKnownPosts, viewPost } from '../posts/posts.public.ts';
import type { DeliveryRow } from './deliveries.sql.ts';
import type { WebhookRow } from './webhooks.sql.ts';

const seconds = (wire: string | null) => (wire === null ? null : Math.floor(Date.parse(wire) / 1000));
const idOf = (relation: { id: number } | null | undefined) => relation?.id ?? null;

/** `2019-11-30 09:15:00.000000` in UTC, in the three parts that existing receivers know. */
const dated = (wire: string) => ({
  date: `${wire.slice(0, 10)} ${wire.slice(11, 19)}.000000`,
  timezone_type: 3,
  timezone: 'UTC',
});

export type NothingToSend = 'gone' | 'not-public';

/**
 * The body of a delivery, or why there is none: no such post any more, or none that the public sees where the webhook is sent
 * that alone. Of one that is gone there is only its number. Hidden places are rounded, hidden authors and times left out,
 * private answers too: a receiver is a stranger. The public's view has no ids of contacts and messages either.
 */
export async function bodyOf(
  tx: Tx,
  addresses: Addresses,
  webhook: WebhookRow,
  { event, post_id, survey_id }: DeliveryRow,
  { isClosed, lastPost }: Standing,
): Promise<{ body: string } | { nothing: NothingToSend }> {
  const isPublic = webhook.content === 'public';
  const hook = {
    webhook_uuid: webhook.uuid,
    source_field_key: webhook.source_key,
    destination_field_key: webhook.destination_key,
  };
  if (event === 'delete') {
    const gone = isPublic ? { gone: true } : {};
    return { body: JSON.stringify({ id: post_id, form_id: survey_id, ...gone, ...hook }) };
  }
  const [known] = await readKnownPosts(tx, passerBy, [post_id]);
  if (!known) return { nothing: 'gone' };
  if (isPublic && (isClosed || !isReadable(passerBy.upTo(lastPost), known.post)))
    return { nothing: 'not-public' };
  const { id, title, slug, content, status, locale, type, color, source, values, ...post } = viewPost(
    passerBy,
    addresses,
    known,
  );
  const sender = isPublic ? { message: null, contact: null } : post;
  const body = JSON.stringify({
    id,
    parent_id: null,
    form_id: idOf(post.form),
    user_id: idOf('user' in post ? post.user : null),
    message_id: idOf(sender.message),
    contact_id: idOf(sender.contact),
    type,
    title,
    slug,
    content,
    status,
    locale,
    color,
    source,
    created: seconds(post.created),
    updated: seconds(post.updated),
    post_date: dated(post.post_date),
    published_to: post.published_to,
    completed_stages: post.completed_stages,
    tags: post.tags.map((tag) => tag.id),
    sets: post.sets,
    values,
    ...hook,
  });
  return { body };
}
