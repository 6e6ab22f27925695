import { createFileRoute } from '@tanstack/react-router';
import { MovePage } from '../../features/templates/move-page.tsx';

export const Route = createFileRoute('/settings/move')({ component: MovePage });
