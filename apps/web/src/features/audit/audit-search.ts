/** Search parameters of the audit log. */
import { auditSubjects } from '@waypost/contract/audit/audit-subjects';

/** Search parameters; default values are left out. */
export interface AuditSearch {
  /** Id of the user who made the changes. */
  by?: number | undefined;
  /** Looks at personal data only. */
  action?: 'view' | undefined;
  subject?: (typeof auditSubjects)[number] | undefined;
  /** Page number from 1, which is left out. */
  page?: number | undefined;
}

/** Invalid parameters are ignored. */
export function parseAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const [by, page] = [Number(raw['by']), Number(raw['page'])];
  const subject = auditSubjects.find((it) => it === raw['subject']);
  return {
    ...(Number.isInteger(by) && by > 0 ? { by } : {}),
    ...(raw['action'] === 'view' ? { action: 'view' } : {}),
    ...(subject ? { subject } : {}),
    ...(Number.isInteger(page) && page > 1 && page < 1e6 ? { page } : {}),
  };
}
