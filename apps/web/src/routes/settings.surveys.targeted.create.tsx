import { createFileRoute } from '@tanstack/react-router';
import { NewTargetedPage } from '../features/surveys/targeted-page.tsx';

export const Route = createFileRoute('/settings/surveys/targeted/create')({
  component: NewTargetedPage,
});
