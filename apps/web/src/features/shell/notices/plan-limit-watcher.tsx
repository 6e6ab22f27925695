import { lazy, Suspense, useEffect, useState } from 'react';
import { onApiError } from '../../../api/api-error-events.ts';
import { findReachedPlanLimit, type PlanLimit } from '../../../api/plan-limits.ts';

const LimitDialog = lazy(() => import('./limit-dialog.tsx'));

/** Opens the limit dialog when a write on any screen exceeds a limit of the plan (spec 1 §2, §8). */
export function PlanLimitWatcher() {
  const [limit, setLimit] = useState<PlanLimit | null>(null);
  useEffect(() => onApiError('plan-limit', (error) => setLimit(findReachedPlanLimit(error))), []);
  return (
    limit && (
      <Suspense fallback={null}>
        <LimitDialog limit={limit} onClose={() => setLimit(null)} />
      </Suspense>
    )
  );
}
