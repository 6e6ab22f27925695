/** Who may manage webhooks (Manage Settings; API v3 §9, ruling 26), and which webhook gets which events. Pure. */
import type { Privilege } from '@waypost/contract/common/permissions';
import { type WebhookContent, type WebhookEvent, webhookContents } from '@waypost/contract/webhooks/webhooks';
import type { Viewer } from '../kernel/security/viewer.ts';

/** Privileges of a viewer on webhooks. */
export const webhookPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.can('Manage Settings') ? ['read', 'create', 'update', 'delete', 'search'] : [];

/** What the caller may have webhooks send: unpublished posts only with the right to read them (docs/decisions/0043). */
export const allowedWebhookContents = (viewer: Viewer): WebhookContent[] =>
  viewer.can('Manage Posts') ? [...webhookContents] : ['public'];

/** Whether the viewer may read what the webhook sends: then also its secret and its deliveries. */
export const canReadContentOf = (viewer: Viewer, { content }: { content: WebhookContent }): boolean =>
  allowedWebhookContents(viewer).includes(content);

interface PostChange {
  event: WebhookEvent;
  was_public: boolean;
  is_public: boolean;
}

/**
 * The event that a webhook gets for a change of a post; undefined: none. With public content, publishing is `create` and
 * unpublishing is `delete`. Webhooks for updates get the `delete` of an unpublished post too, since their receivers have a copy.
 */
export function webhookEventFor(
  { event: subscribedEvent, content }: { event: WebhookEvent; content: WebhookContent },
  { event, was_public, is_public }: PostChange,
): WebhookEvent | undefined {
  if (content === 'everything') return event === subscribedEvent ? event : undefined;
  if (was_public && !is_public)
    return subscribedEvent === 'delete' || (subscribedEvent === 'update' && event === 'update')
      ? 'delete'
      : undefined;
  if (!is_public) return undefined;
  const publicEvent = was_public ? 'update' : 'create';
  return publicEvent === subscribedEvent ? publicEvent : undefined;
}
