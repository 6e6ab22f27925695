import { createFileRoute } from '@tanstack/react-router';
import { ExportPage } from '../../features/exports/export-page.tsx';
import { type ExportSearchParams, parseExportSearch } from '../../features/exports/export-search-params.ts';

export const Route = createFileRoute('/settings/data-export')({
  validateSearch: (raw: Record<string, unknown>): ExportSearchParams => parseExportSearch(raw),
  component: ExportPage,
});
