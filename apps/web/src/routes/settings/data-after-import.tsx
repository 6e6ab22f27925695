import { createFileRoute } from '@tanstack/react-router';
import { AfterImportPage } from '../../features/data-import/after-import-page.tsx';
import { parseImportSearch } from '../../features/data-import/import-search-params.ts';

export const Route = createFileRoute('/settings/data-after-import')({
  validateSearch: parseImportSearch,
  staticData: { feature: 'data-import' },
  component: AfterImportPage,
});
