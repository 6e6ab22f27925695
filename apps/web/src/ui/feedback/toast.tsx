/** Toasts: short messages at the edge of the screen, closed after five seconds unless pointed at (spec 1 §9). */
import { type ComponentType, lazy, Suspense } from 'react';
import { announce } from './announcer.tsx';
import type { ToastAction, ToastKind } from './toast-area.tsx';

/**
 * Shows a toast.
 * @param text translated. Errors interrupt a screen reader, other toasts wait.
 * @param action a button such as "Undo"; the toast then stays longer, with several buttons until it is closed
 * @param onEnd called when the toast has ended without its button: by time, closed, replaced, or because it could not be shown.
 *   Not by `clearNotices`.
 * @returns function that closes the toast
 */
export function notify(
  kind: ToastKind,
  text: string,
  action?: ToastAction | readonly ToastAction[],
  onEnd?: () => void,
): () => void {
  const shown = import('./toast-area.tsx').then(
    ({ showToast }) => showToast(kind, text, action, onEnd),
    () => {
      announce(text);
      onEnd?.();
    },
  );
  return () => void shown.then((close) => close?.());
}

/** Removes all toasts: they may contain what only the person who logged out may know. */
export function clearNotices(): void {
  void import('./toast-area.tsx').then(
    ({ clear }) => clear(),
    () => undefined,
  );
}

// Without a network there are no toasts, but the app still works.
const LazyToastArea = lazy<ComponentType>(() =>
  import('./toast-area.tsx').catch(() => ({ default: () => null })),
);

/** Where toasts appear. Rendered once, at the root; loaded after the first screen. */
export const ToastArea = () => (
  <Suspense fallback={null}>
    <LazyToastArea />
  </Suspense>
);
