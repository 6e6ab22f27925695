/** Whether the report in front is shown with its translation. */
import type { Post } from '@waypost/contract/posts/posts';
import { lazy, type ReactNode, Suspense, useState } from 'react';

const ReportTranslation = lazy(() => import('./report-translation.tsx'));

/** Shows the translation or hides it; the next report is shown without one. */
export function useReportTranslation(post: Post | undefined): { toggle: () => void; panel: ReactNode } {
  const [shownId, setShownId] = useState<number>();
  const isShown = post !== undefined && shownId === post.id;
  const hide = () => setShownId(undefined);
  return {
    toggle: () => setShownId(isShown ? undefined : post?.id),
    panel: isShown && (
      <Suspense>
        <ReportTranslation key={`${post.id} ${post.revision}`} post={post} onClose={hide} />
      </Suspense>
    ),
  };
}
