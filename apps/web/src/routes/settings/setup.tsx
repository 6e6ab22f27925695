import { createFileRoute } from '@tanstack/react-router';
import { SetupPage } from '../../features/setup-assistant/setup-page.tsx';

export const Route = createFileRoute('/settings/setup')({ component: SetupPage });
