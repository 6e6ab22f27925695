import { createFileRoute } from '@tanstack/react-router';
import { EmergencyPage } from '../../features/emergency/emergency-page.tsx';

export const Route = createFileRoute('/settings/emergency')({ component: EmergencyPage });
