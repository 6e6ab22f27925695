/** Texts of notes that were typed and not saved, until the page is left or somebody else logs in. */
import { onSessionChange } from '../../api/session.ts';

const drafts = new Map<number, string>();
onSessionChange(() => drafts.clear());

/** What was typed about a post. */
export const readNoteDraft = (postId: number): string => drafts.get(postId) ?? '';

/** Keeps what was typed. */
export function keepNoteDraft(postId: number, text: string): void {
  if (text === '') drafts.delete(postId);
  else drafts.set(postId, text);
}
