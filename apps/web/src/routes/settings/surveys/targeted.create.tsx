import { createFileRoute } from '@tanstack/react-router';
import { NewTargetedSurveyPage } from '../../../features/surveys/targeted/new-targeted-survey-page.tsx';

export const Route = createFileRoute('/settings/surveys/targeted/create')({
  component: NewTargetedSurveyPage,
});
