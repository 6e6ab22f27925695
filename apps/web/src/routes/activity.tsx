import { createFileRoute } from '@tanstack/react-router';
import { ActivityPage } from '../features/activity/activity-page.tsx';
import {
  type ActivitySearchParams,
  parseActivitySearch,
} from '../features/activity/activity-search-params.ts';

export const Route = createFileRoute('/activity')({
  staticData: { feature: 'views-activity' },
  validateSearch: (raw: Record<string, unknown>): ActivitySearchParams => parseActivitySearch(raw),
  component: ActivityPage,
});
