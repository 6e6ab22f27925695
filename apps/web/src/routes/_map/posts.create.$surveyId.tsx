import { createFileRoute } from '@tanstack/react-router';
import { CreatePost } from '../../features/posts/create/create-post.tsx';
import { checkId } from '../-id-param.ts';

export const Route = createFileRoute('/_map/posts/create/$surveyId')({
  beforeLoad: checkId((params: { surveyId: string }) => params.surveyId),
  staticData: { layout: { desktop: 'panel', phoneSheetHeight: 'full' } },
  component: Screen,
});

function Screen() {
  const { surveyId } = Route.useParams();
  return <CreatePost key={surveyId} surveyId={Number(surveyId)} />;
}
