import { createFileRoute } from '@tanstack/react-router';
import { PublishedTargetedSurveyPage } from '../../../features/surveys/targeted/published-targeted-survey-page.tsx';
import { checkId } from '../../-id-param.ts';

export const Route = createFileRoute('/settings/surveys/targeted/published/$surveyId')({
  beforeLoad: checkId((params: { surveyId: string }) => params.surveyId),
  component: Screen,
});

function Screen() {
  const { surveyId } = Route.useParams();
  return <PublishedTargetedSurveyPage key={surveyId} id={Number(surveyId)} />;
}
