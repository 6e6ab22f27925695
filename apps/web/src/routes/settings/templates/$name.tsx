import { createFileRoute } from '@tanstack/react-router';
import { TemplatePage } from '../../../features/templates/template-page.tsx';

export const Route = createFileRoute('/settings/templates/$name')({
  /** The page that the gallery was part of. */
  validateSearch: (raw: Record<string, unknown>): { from?: 'setup' } =>
    raw['from'] === 'setup' ? { from: 'setup' } : {},
  component: Screen,
});

function Screen() {
  const { name } = Route.useParams();
  return <TemplatePage key={name} name={name} isFromSetup={Route.useSearch().from === 'setup'} />;
}
