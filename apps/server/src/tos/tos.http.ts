/** The addresses of agreements to the terms. */
import * as contract from '@waypost/contract/tos';
import { notFound } from '../kernel/problem.ts';
import { refused, require } from '../kernel/refuse.ts';
import { type Mount, route } from '../kernel/route.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, listEnvelope, wireDate } from '../kernel/wire.ts';
import { agreementPrivileges } from './tos.rules.ts';
import { type AgreementRow, findAgreement, insertAgreement, searchAgreements } from './tos.sql.ts';

const viewAgreement = (viewer: Viewer, addresses: Addresses, row: AgreementRow): contract.Agreement => ({
  id: row.id,
  url: addresses.entity('tos', row.id),
  user: addresses.relation('users', row.user_id),
  agreement_date: wireDate(row.agreement_date),
  tos_version_date: wireDate(row.tos_version_date),
  allowed_privileges: agreementPrivileges(viewer, row.user_id),
});

export function mountTos(mount: Mount): void {
  route(mount, contract.listAgreements, async ({ tx, viewer, addresses, query }) => {
    if (viewer.id === null) throw refused(viewer, 'search', 'tos');
    const page = { ...query, limit: query.limit ?? 1 };
    const { results, total } = await searchAgreements(tx, viewer.id, page);
    const agreements = results.map((row) => viewAgreement(viewer, addresses, row));
    const usual = { orderby: 'agreement_date', order: 'desc' as const };
    return listEnvelope(addresses, '/tos', page, { results: agreements, total }, usual);
  });
  route(mount, contract.readAgreement, async ({ tx, viewer, addresses, params }) => {
    const row = await findAgreement(tx, params.id);
    require(viewer, agreementPrivileges(viewer, row?.user_id ?? null), 'read', 'tos', params.id);
    if (!row) throw notFound('tos', params.id);
    return viewAgreement(viewer, addresses, row);
  });
  route(mount, contract.agree, async ({ tx, viewer, addresses, body }) => {
    if (viewer.id === null) throw refused(viewer, 'create', 'tos');
    return viewAgreement(viewer, addresses, await insertAgreement(tx, viewer.id, body.tos_version_date));
  });
}
