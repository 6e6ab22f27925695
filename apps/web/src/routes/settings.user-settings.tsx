import { createFileRoute } from '@tanstack/react-router';
import { HdxSettingsPage } from '../features/hdx-settings/hdx-settings-page.tsx';

export const Route = createFileRoute('/settings/user-settings')({
  component: HdxSettingsPage,
});
