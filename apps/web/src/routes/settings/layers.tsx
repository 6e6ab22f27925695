import { createFileRoute } from '@tanstack/react-router';
import { LayersPage } from '../../features/layers/layers-page.tsx';

export const Route = createFileRoute('/settings/layers')({ component: LayersPage });
