import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { isChunkLoadError } from '../../../api/chunk-load-error.ts';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { loadNewestVersion } from '../../../ui/browser/load-newest-version.ts';
import { ErrorState } from '../../../ui/feedback/screen-states.tsx';

/** Shown in place of a screen that failed; the frame and the map stay. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  function retry() {
    // The chunk may have been replaced by a newer version.
    if (isChunkLoadError(error) && navigator.onLine) {
      void loadNewestVersion();
      return;
    }
    reset();
    void router.invalidate();
  }
  return <ErrorState messages={formatErrorMessages(error)} onRetry={retry} />;
}
