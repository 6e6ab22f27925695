import { createFileRoute } from '@tanstack/react-router';
import { ExportPage } from '../features/exports/export-page.tsx';
import { type ExportSearch, readExportSearch } from '../features/exports/export-search.ts';

export const Route = createFileRoute('/settings/data-export')({
  validateSearch: (raw: Record<string, unknown>): ExportSearch => readExportSearch(raw),
  component: ExportPage,
});
