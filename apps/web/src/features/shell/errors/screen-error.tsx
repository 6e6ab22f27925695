import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { isChunkLoadError } from '../../../api/chunk-load-error.ts';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { ErrorState } from '../../../ui/feedback/screen-states.tsx';

/** In place of a screen that failed; what is around it, the map above all, stays. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  function retry() {
    // A newer version may have taken its place.
    if (isChunkLoadError(error) && navigator.onLine) return location.reload();
    reset();
    void router.invalidate();
  }
  return <ErrorState messages={formatErrorMessages(error)} onRetry={retry} />;
}
