import type { Webhook } from '@waypost/contract/webhooks/webhooks';

/** Whether the caller may read what a webhook sends, and its log. A server that does not say what is allowed allows all. */
export const mayReadContent = ({ content, allowed_contents }: Webhook): boolean =>
  content === undefined || allowed_contents === undefined || allowed_contents.includes(content);
