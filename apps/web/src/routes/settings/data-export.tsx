import { createFileRoute } from '@tanstack/react-router';
import { ExportPage } from '../../features/exports/export-page.tsx';
import { type ExportSearchParams, parseExportSearch } from '../../features/exports/export-search-params.ts';
import { PostFilterControls } from '../../features/posts/filters/filter-fields.tsx';

export const Route = createFileRoute('/settings/data-export')({
  validateSearch: (raw: Record<string, unknown>): ExportSearchParams => parseExportSearch(raw),
  component: () => <ExportPage Filters={PostFilterControls} />,
});
