import { createFileRoute } from '@tanstack/react-router';
import { CreatePost } from '../features/posts/create/create-post.tsx';
import { EmbeddedPage } from '../ui/layout/embedded-page.tsx';
import { checkId } from './-id-param.ts';

/** The embedded form of a survey, for iframes in other sites. */
export const Route = createFileRoute('/posts/create/$surveyId/noui')({
  staticData: { isFrameless: true },
  beforeLoad: checkId((params: { surveyId: string }) => params.surveyId),
  component: Screen,
});

function Screen() {
  const { surveyId } = Route.useParams();
  return (
    <EmbeddedPage>
      <CreatePost key={surveyId} surveyId={Number(surveyId)} isEmbedded />
    </EmbeddedPage>
  );
}
