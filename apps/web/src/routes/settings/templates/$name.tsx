import { createFileRoute } from '@tanstack/react-router';
import { readFromSetup } from '../../../blocks/settings/from-setup.ts';
import { TemplatePage } from '../../../features/templates/template-page.tsx';

export const Route = createFileRoute('/settings/templates/$name')({
  /** The page that the gallery was part of. */
  validateSearch: readFromSetup,
  component: Screen,
});

function Screen() {
  const { name } = Route.useParams();
  return <TemplatePage key={name} name={name} isFromSetup={Route.useSearch().from === 'setup'} />;
}
