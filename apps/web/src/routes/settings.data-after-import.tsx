import { createFileRoute } from '@tanstack/react-router';
import { AfterImportPage } from '../features/data-import/after-import-page.tsx';
import { importInSearch } from '../features/data-import/import-address.ts';

export const Route = createFileRoute('/settings/data-after-import')({
  validateSearch: importInSearch,
  staticData: { feature: 'data-import' },
  component: AfterImportPage,
});
