import { createFileRoute } from '@tanstack/react-router';
import { ReviewSettingsPage } from '../../features/review-settings/review-settings-page.tsx';

export const Route = createFileRoute('/settings/review')({ component: ReviewSettingsPage });
