import { createFileRoute } from '@tanstack/react-router';
import { DataImportPage } from '../features/data-import/data-import-page.tsx';
import { importInSearch } from '../features/data-import/import-address.ts';

export const Route = createFileRoute('/settings/data-import')({
  validateSearch: (
    raw: Record<string, unknown>,
  ): { import?: number | undefined; survey?: number | undefined } => {
    const survey = Number(raw['survey']);
    return { ...importInSearch(raw), ...(Number.isSafeInteger(survey) && survey > 0 ? { survey } : {}) };
  },
  staticData: { feature: 'data-import' },
  component: DataImportPage,
});
