import { createFileRoute } from '@tanstack/react-router';
import { UnsubscribePage } from '../features/unsubscribe/unsubscribe-page.tsx';

export const Route = createFileRoute('/unsubscribe/$key')({
  staticData: { isFrameless: true },
  component: Page,
});

function Page() {
  return <UnsubscribePage linkKey={Route.useParams().key} />;
}
