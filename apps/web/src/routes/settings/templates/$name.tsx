import { createFileRoute } from '@tanstack/react-router';
import { TemplatePage } from '../../../features/templates/template-page.tsx';

export const Route = createFileRoute('/settings/templates/$name')({ component: Screen });

function Screen() {
  const { name } = Route.useParams();
  return <TemplatePage key={name} name={name} />;
}
