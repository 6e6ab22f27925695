/** Who may have other programs told of posts: Manage Settings (API v3 §9, ruling 26); and which webhook is told of what. Pure. */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { WebhookContent, WebhookEvent } from '@waypost/contract/webhooks/webhooks';
import type { Viewer } from '../kernel/security/viewer.ts';

export const webhookPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.can('Manage Settings') ? ['read', 'create', 'update', 'delete', 'search'] : [];

interface PostChange {
  event: WebhookEvent;
  was_public: boolean;
  is_public: boolean;
}

/**
 * What a webhook is told when something happens to a post; undefined: nothing. For one that is sent what the public sees, a
 * post comes when it is published, and goes when it is so no more. Those who are told of changes are told that, too: they have
 * a copy.
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
