import { createFileRoute } from '@tanstack/react-router';
import { HxlPage } from '../../features/exports/hxl-page.tsx';

export const Route = createFileRoute('/settings/hdx')({ component: HxlPage });
