import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { ExportPage } from '../../features/exports/export-page.tsx';
import { type ExportSearchParams, parseExportSearch } from '../../features/exports/export-search-params.ts';

const PostFilterControls = lazy(() =>
  import('../../features/posts/filters/filter-fields.tsx').then((it) => ({ default: it.PostFilterControls })),
);

export const Route = createFileRoute('/settings/data-export')({
  validateSearch: (raw: Record<string, unknown>): ExportSearchParams => parseExportSearch(raw),
  component: () => <ExportPage Filters={PostFilterControls} />,
});
