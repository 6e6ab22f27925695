import { createFileRoute } from '@tanstack/react-router';
import {
  type ActivitySearchParams,
  parseActivitySearch,
} from '../features/activity/activity-search-params.ts';
import { WallPage } from '../features/activity/wall-page.tsx';

/** The activity screen for a large display, without navigation. */
export const Route = createFileRoute('/activity_/wall')({
  staticData: { isFrameless: true, feature: 'views-activity' },
  validateSearch: (raw: Record<string, unknown>): ActivitySearchParams => parseActivitySearch(raw),
  component: WallPage,
});
