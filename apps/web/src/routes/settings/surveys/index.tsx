import { createFileRoute } from '@tanstack/react-router';
import { SurveysPage } from '../../../features/surveys/surveys-page.tsx';

export const Route = createFileRoute('/settings/surveys/')({
  component: SurveysPage,
});
