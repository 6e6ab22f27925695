import { createFileRoute } from '@tanstack/react-router';
import { NewSurveyPage } from '../../../features/surveys/survey-pages.tsx';

export const Route = createFileRoute('/settings/surveys/create')({
  component: NewSurveyPage,
});
