import { createFileRoute } from '@tanstack/react-router';
import { EditSurveyPage } from '../../../features/surveys/survey-pages.tsx';
import { checkId } from '../../-id-param.ts';

export const Route = createFileRoute('/settings/surveys/edit/$surveyId')({
  beforeLoad: checkId((params: { surveyId: string }) => params.surveyId),
  component: Screen,
});

function Screen() {
  const { surveyId } = Route.useParams();
  return <EditSurveyPage key={surveyId} id={Number(surveyId)} />;
}
