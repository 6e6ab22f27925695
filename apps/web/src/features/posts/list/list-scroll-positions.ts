/**
 * Scroll positions of lists that were left, so that Back from a post returns to the place in the list. The list beside the map is
 * removed while a post is open. Kept until the page is reloaded.
 */
import type { StateSnapshot } from 'react-virtuoso';

/** Where a list was left. */
interface ListPosition {
  snapshot: StateSnapshot;
  /** The post whose row had the focus, since it was opened; it gets the focus back. */
  openedId: number | undefined;
}

let last: (ListPosition & { key: string }) | null = null;

/**
 * Remembers where a list was left.
 * @param key of the list: its filters and sort order
 * @param focusedId post whose row has the focus; 0 for none
 */
export function rememberScrollPosition(key: string, snapshot: StateSnapshot, focusedId: number): void {
  last = { key, snapshot, openedId: focusedId || undefined };
}

/** @returns where the list was left, if it was the last one */
export const findScrollPosition = (key: string): ListPosition | undefined =>
  last?.key === key ? last : undefined;
