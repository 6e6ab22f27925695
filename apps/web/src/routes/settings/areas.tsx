import { createFileRoute } from '@tanstack/react-router';
import { AreasPage } from '../../features/areas/areas-page.tsx';

export const Route = createFileRoute('/settings/areas')({ component: AreasPage });
