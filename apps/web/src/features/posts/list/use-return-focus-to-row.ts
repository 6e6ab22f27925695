import { type RefObject, useEffect } from 'react';
import { focusOverTitle } from '../../../ui/browser/focus-over-title.ts';

/**
 * Gives the focus back to the row that opened a post, when the list is rendered again after it. The list draws its rows only after it
 * has measured them.
 * @param frame the element around the rows
 */
export function useReturnFocusToRow(frame: RefObject<HTMLElement | null>, postId: number | undefined): void {
  useEffect(
    () =>
      postId === undefined
        ? undefined
        : focusOverTitle(() => frame.current?.querySelector<HTMLElement>(`[data-post="${postId}"]`)),
    [frame, postId],
  );
}
