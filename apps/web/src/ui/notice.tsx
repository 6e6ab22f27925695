/** Short news at the edge of the screen; gone after five seconds unless pointed at (spec 1 §9). */
import { lazy, Suspense } from 'react';
import type { NoticeKind } from './notice-area.tsx';

/** @param text translated. Errors interrupt a screen reader, other news wait. */
export function notify(kind: NoticeKind, text: string): void {
  void import('./notice-area.tsx').then(({ show }) => show(kind, text));
}

const Area = lazy(() => import('./notice-area.tsx'));

/** Where notices appear. Once, at the root; fetched after the first screen. */
export const NoticeArea = () => (
  <Suspense fallback={null}>
    <Area />
  </Suspense>
);
