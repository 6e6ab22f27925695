import { createFileRoute } from '@tanstack/react-router';
import { AuditPage } from '../../features/audit/audit-page.tsx';
import { type AuditSearch, parseAuditSearch } from '../../features/audit/audit-search.ts';

export const Route = createFileRoute('/settings/audit')({
  validateSearch: (raw: Record<string, unknown>): AuditSearch => parseAuditSearch(raw),
  component: AuditPage,
});
