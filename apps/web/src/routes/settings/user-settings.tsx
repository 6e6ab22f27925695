import { createFileRoute } from '@tanstack/react-router';
import { HdxSettingsPage } from '../../features/user-settings/hdx-settings-page.tsx';

export const Route = createFileRoute('/settings/user-settings')({
  component: HdxSettingsPage,
});
