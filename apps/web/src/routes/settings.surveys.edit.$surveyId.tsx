import { createFileRoute } from '@tanstack/react-router';
import { NotBuilt } from '../ui/page-message.tsx';
import { checkId } from './-id-param.ts';

export const Route = createFileRoute('/settings/surveys/edit/$surveyId')({
  beforeLoad: checkId((params: { surveyId: string }) => params.surveyId),
  component: NotBuilt,
});
