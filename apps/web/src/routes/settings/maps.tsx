import { createFileRoute } from '@tanstack/react-router';
import { MapsPage } from '../../features/maps/maps-page.tsx';

export const Route = createFileRoute('/settings/maps')({ component: MapsPage });
