/** Short news at the edge of the screen; gone after five seconds unless pointed at (spec 1 §9). */
import { type ComponentType, lazy, Suspense } from 'react';
import { announce } from './announcer.tsx';
import type { ToastAction, ToastKind } from './toast-area.tsx';

/**
 * @param text translated. Errors interrupt a screen reader, other news wait.
 * @param action what can be done about it, such as undoing it; the notice then stays longer, with several until it is closed
 */
export function notify(kind: ToastKind, text: string, action?: ToastAction | readonly ToastAction[]): void {
  void import('./toast-area.tsx').then(
    ({ showToast: show }) => show(kind, text, action),
    () => announce(text),
  );
}

/** Takes away what is shown: it may name what only the person who left may know. */
export function clearNotices(): void {
  void import('./toast-area.tsx').then(
    ({ clear }) => clear(),
    () => undefined,
  );
}

// Without a line there are no notices, but there is still an app.
const LazyToastArea = lazy<ComponentType>(() =>
  import('./toast-area.tsx').catch(() => ({ default: () => null })),
);

/** Where notices appear. Once, at the root; fetched after the first screen. */
export const ToastArea = () => (
  <Suspense fallback={null}>
    <LazyToastArea />
  </Suspense>
);
