/** Which entries of the log are shown, as the address says it. */
import { auditSubjects } from '@waypost/contract/audit/audit';

export interface AuditSearch {
  /** Who did it. */
  by?: number | undefined;
  subject?: (typeof auditSubjects)[number] | undefined;
  /** From 1, which is left out. */
  page?: number | undefined;
}

/** A hand-written address with nonsense in it still opens. */
export function parseAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const [by, page] = [Number(raw['by']), Number(raw['page'])];
  const subject = auditSubjects.find((it) => it === raw['subject']);
  return {
    ...(Number.isInteger(by) && by > 0 ? { by } : {}),
    ...(subject ? { subject } : {}),
    ...(Number.isInteger(page) && page > 1 && page < 1e6 ? { page } : {}),
  };
}
