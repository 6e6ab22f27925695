import { createFileRoute } from '@tanstack/react-router';
import { type ActivitySearch, readActivitySearch } from '../features/activity/activity-search.ts';
import { WallPage } from '../features/activity/wall-page.tsx';

/** Bare: nothing but the numbers, for a screen that many look at and nobody touches. */
export const Route = createFileRoute('/activity_/wall')({
  staticData: { bare: true, feature: 'views-activity' },
  validateSearch: (raw: Record<string, unknown>): ActivitySearch => readActivitySearch(raw),
  component: WallPage,
});
