import { lazy, Suspense, useEffect, useState } from 'react';
import { limitReached, type PlanLimit } from '../../api/plan-limits.ts';
import { onRefusal } from '../../api/refusals.ts';

const LimitDialog = lazy(() => import('./limit-dialog.tsx'));

/** Tells of a limit of the plan whenever a write meets one, whichever screen it came from (spec 1 §2, §8). */
export function LimitWatch() {
  const [limit, setLimit] = useState<PlanLimit | null>(null);
  useEffect(() => onRefusal('limit', (error) => setLimit(limitReached(error))), []);
  return (
    limit && (
      <Suspense fallback={null}>
        <LimitDialog limit={limit} onClose={() => setLimit(null)} />
      </Suspense>
    )
  );
}
