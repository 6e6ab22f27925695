import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { problemTexts } from '../../api/fault-text.ts';
import { isMissingPart } from '../../api/missing-part.ts';
import { ErrorState } from '../../ui/states.tsx';

/** In place of a screen that failed; what is around it, the map above all, stays. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  function retry() {
    // A newer version may have taken its place.
    if (isMissingPart(error) && navigator.onLine) return location.reload();
    reset();
    void router.invalidate();
  }
  return <ErrorState texts={problemTexts(error)} onRetry={retry} />;
}
