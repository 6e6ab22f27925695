/** HTTP routes of agreements to the terms of service (API v3 §2.22). */
import { limits } from '@waypost/contract/common/limits';
import * as contract from '@waypost/contract/tos/tos';
import { listEnvelope, toApiDate, type UrlBuilder } from '../kernel/http/api-format.ts';
import { notFound } from '../kernel/http/problem.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { countRowsOfAccount, requireBelowAccountLimit } from '../kernel/limits/account-limit.ts';
import { accessDenied, requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { agreementPrivileges } from './tos.rules.ts';
import {
  type AgreementRow,
  findAgreement,
  findAgreementToVersion,
  insertAgreement,
  searchAgreements,
} from './tos.sql.ts';

const viewAgreement = (viewer: Viewer, urls: UrlBuilder, row: AgreementRow): contract.Agreement => ({
  id: row.id,
  url: urls.entity('tos', row.id),
  user: urls.relation('users', row.user_id),
  agreement_date: toApiDate(row.agreement_date),
  tos_version_date: toApiDate(row.tos_version_date),
  allowed_privileges: agreementPrivileges(viewer, row.user_id),
});

/** Mounts the routes of agreements. */
export function mountTos(mount: MountContext): void {
  route(mount, contract.listAgreements, async ({ tx, viewer, urls, query }) => {
    if (viewer.id === null) throw accessDenied(viewer, 'search', 'tos');
    const page = { ...query, limit: query.limit ?? 1 };
    const { results, total } = await searchAgreements(tx, viewer.id, page);
    const agreements = results.map((row) => viewAgreement(viewer, urls, row));
    const defaultOrder = { orderby: 'agreement_date', order: 'desc' as const };
    return listEnvelope(urls, '/tos', page, { results: agreements, total }, defaultOrder);
  });
  route(mount, contract.readAgreement, async ({ tx, viewer, urls, params }) => {
    const row = await findAgreement(tx, params.id);
    requirePrivilege(viewer, agreementPrivileges(viewer, row?.user_id ?? null), 'read', 'tos', params.id);
    if (!row) throw notFound('tos', params.id);
    return viewAgreement(viewer, urls, row);
  });
  route(mount, contract.createAgreement, async ({ tx, viewer, urls, body }) => {
    if (viewer.id === null) throw accessDenied(viewer, 'create', 'tos');
    const { tos_version_date } = body;
    const limit = { resource: 'tos', field: 'tos_version_date', max: limits.agreementsPerAccount };
    const existing = await findAgreementToVersion(tx, viewer.id, tos_version_date);
    if (existing) return viewAgreement(viewer, urls, existing);
    await requireBelowAccountLimit(tx, viewer.id, limit, (id) => countRowsOfAccount(tx, 'tos', id));
    return viewAgreement(viewer, urls, await insertAgreement(tx, viewer.id, tos_version_date));
  });
}
