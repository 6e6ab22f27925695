import { createFileRoute } from '@tanstack/react-router';
import { PosterPage } from '../features/poster/poster-page.tsx';
import { checkId } from './-id-param.ts';

/** A poster with the QR code of a survey, to print. */
export const Route = createFileRoute('/posts/create/$surveyId/poster')({
  staticData: { isFrameless: true },
  beforeLoad: checkId((params: { surveyId: string }) => params.surveyId),
  component: Screen,
});

function Screen() {
  const { surveyId } = Route.useParams();
  return <PosterPage surveyId={Number(surveyId)} />;
}
