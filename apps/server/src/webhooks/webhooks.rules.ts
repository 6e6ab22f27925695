/** Who may have other programs told of posts: Manage Settings (ruling 26); and which webhook is told of what. Pure. */
import type { Privilege } from '@waypost/contract/privileges';
import type { WebhookContent, WebhookEvent } from '@waypost/contract/webhooks';
import type { Viewer } from '../kernel/viewer.ts';

export const webhookPrivileges = (viewer: Viewer): Privilege[] =>
  viewer.may('Manage Settings') ? ['read', 'create', 'update', 'delete', 'search'] : [];

interface Happened {
  event: WebhookEvent;
  was_public: boolean;
  is_public: boolean;
}

/**
 * What a webhook is told when something happens to a post; undefined: nothing. For one that is sent what the public sees, a
 * post comes when it is published, and goes when it is so no more. Those who are told of changes are told that, too: they have
 * a copy.
 */
export function eventFor(
  { event: wanted, content }: { event: WebhookEvent; content: WebhookContent },
  { event, was_public, is_public }: Happened,
): WebhookEvent | undefined {
  if (content === 'everything') return event === wanted ? event : undefined;
  if (was_public && !is_public)
    return wanted === 'delete' || (wanted === 'update' && event === 'update') ? 'delete' : undefined;
  if (!is_public) return undefined;
  const seen = was_public ? 'update' : 'create';
  return seen === wanted ? seen : undefined;
}
