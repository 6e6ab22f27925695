import { NotBuilt } from '../../ui/page-message.tsx';

export function CreatePost(_props: { surveyId: number }) {
  return <NotBuilt />;
}
