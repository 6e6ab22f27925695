/** Keeps what the reviewer wants while the tasks of a report are still being loaded. */
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ReviewHandlers } from './use-review-keys.ts';

/** Actions that look at the tasks: without them a decision would miss required answers, and answers of the text. */
const actionsWithTasks = ['publish', 'archive', 'tasks', 'categories', 'clear'] as const;
type ActionWithTasks = (typeof actionsWithTasks)[number];

interface Held {
  postId: number;
  action: ActionWithTasks;
}

/**
 * While the tasks are being loaded, an action that needs them is kept and runs once they are there, unless another report is in
 * front then. Only the last one is kept: the reviewer still sees the report, and a key that is pressed twice must not decide two.
 * @param postId the report in front
 * @returns `handlers` for buttons, and `keyHandlers` that also has actions of which it is not known yet whether they are possible
 */
export function useHeldAction(
  handlers: ReviewHandlers,
  postId: number | undefined,
  areTasksLoading: boolean,
): { handlers: ReviewHandlers; keyHandlers: ReviewHandlers } {
  const held = useRef<Held>(undefined);
  const hold = (action: Held) => {
    held.current = action;
  };
  const runHeld = useEffectEvent(() => {
    const { current } = held;
    held.current = undefined;
    if (current && current.postId === postId) handlers[current.action]?.();
  });
  useEffect(() => {
    if (!areTasksLoading) runHeld();
  }, [areTasksLoading]);
  if (postId === undefined || !areTasksLoading) return { handlers, keyHandlers: handlers };
  const holding = (actions: readonly ActionWithTasks[]): ReviewHandlers =>
    Object.fromEntries(actions.map((action) => [action, () => hold({ postId, action })]));
  const possible = actionsWithTasks.filter((action) => handlers[action]);
  return {
    handlers: { ...handlers, ...holding(possible) },
    keyHandlers: { ...handlers, ...holding(actionsWithTasks) },
  };
}
