import { createFileRoute } from '@tanstack/react-router';
import { parseImportSearch } from '../../features/data-import/import-search-params.ts';
import { AfterImportPage } from '../../features/data-import/result/after-import-page.tsx';

export const Route = createFileRoute('/settings/data-after-import')({
  validateSearch: parseImportSearch,
  staticData: { feature: 'data-import' },
  component: AfterImportPage,
});
