import { createFileRoute } from '@tanstack/react-router';
import { HdxPage } from '../../features/exports/hdx-page.tsx';

const parseExportJobParam = (raw: unknown): { exportJob?: number } =>
  Number.isSafeInteger(Number(raw)) && Number(raw) > 0 ? { exportJob: Number(raw) } : {};

export const Route = createFileRoute('/settings/hdx-details')({
  validateSearch: (raw: Record<string, unknown>) => parseExportJobParam(raw['exportJob']),
  component: HdxPage,
});
