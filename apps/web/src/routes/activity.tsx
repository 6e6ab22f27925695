import { createFileRoute } from '@tanstack/react-router';
import { ActivityPage } from '../features/activity/activity-page.tsx';
import { type ActivitySearch, readActivitySearch } from '../features/activity/activity-search.ts';

export const Route = createFileRoute('/activity')({
  staticData: { feature: 'views-activity' },
  validateSearch: (raw: Record<string, unknown>): ActivitySearch => readActivitySearch(raw),
  component: ActivityPage,
});
