import { createFileRoute } from '@tanstack/react-router';
import { PlanPage } from '../../features/plan/plan-page.tsx';

export const Route = createFileRoute('/settings/plan')({
  component: PlanPage,
});
