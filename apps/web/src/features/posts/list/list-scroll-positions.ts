/**
 * Scroll positions of lists that were left, so that Back from a post returns to the place in the list. The list beside the map is
 * removed while a post is open. Kept until the page is reloaded.
 */
import type { StateSnapshot } from 'react-virtuoso';

let last: { key: string; snapshot: StateSnapshot } | null = null;

/** Remembers where a list was left. @param key of the list: its filters and sort order */
export function rememberScrollPosition(key: string, snapshot: StateSnapshot): void {
  last = { key, snapshot };
}

/** @returns where the list was left, if it was the last one */
export const findScrollPosition = (key: string): StateSnapshot | undefined =>
  last?.key === key ? last.snapshot : undefined;
