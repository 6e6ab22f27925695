import { lazy, Suspense } from 'react';
import type { FullSurvey } from '../use-full-survey.ts';

const QuickExit = lazy(() => import('./quick-exit.tsx'));

interface Props {
  survey: FullSurvey['survey'];
  clear: () => Promise<unknown>;
}

/** Quick exit button, for surveys with the option `quick_exit`. */
export function QuickExitButton({ survey, clear }: Props) {
  return (
    survey.quick_exit && (
      <Suspense fallback={null}>
        <QuickExit clear={clear} />
      </Suspense>
    )
  );
}
