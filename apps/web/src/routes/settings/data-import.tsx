import { createFileRoute } from '@tanstack/react-router';
import { DataImportPage } from '../../features/data-import/data-import-page.tsx';
import { parseImportSearch } from '../../features/data-import/import-search-params.ts';

export const Route = createFileRoute('/settings/data-import')({
  validateSearch: (
    raw: Record<string, unknown>,
  ): { import?: number | undefined; survey?: number | undefined } => {
    const survey = Number(raw['survey']);
    return { ...parseImportSearch(raw), ...(Number.isSafeInteger(survey) && survey > 0 ? { survey } : {}) };
  },
  staticData: { feature: 'data-import' },
  component: DataImportPage,
});
