/** Agreements to the terms of service (API v3 §2.22). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, DateIn, Id, IdOut, Relation } from '../common/scalars.ts';

/** An agreement as the API returns it. */
export const Agreement = z.object({
  id: IdOut,
  url: z.string(),
  user: Relation,
  /** Set by the server. */
  agreement_date: ApiDate,
  /** The version of the terms. */
  tos_version_date: ApiDate,
  allowed_privileges: Privileges,
});
export type Agreement = z.infer<typeof Agreement>;

export const listAgreements = defineEndpoint({
  name: 'listAgreements',
  method: 'GET',
  path: '/tos',
  summary: 'Agreements of the caller to the terms; by default only the latest',
  scope: 'tos',
  token: 'required',
  query: listQuery(['id', 'agreement_date', 'tos_version_date']),
  response: listResponse(Agreement),
  neededAtStart: true,
});

export const readAgreement = defineEndpoint({
  name: 'readAgreement',
  method: 'GET',
  path: '/tos/{id}',
  summary: 'One agreement of the caller to the terms',
  scope: 'tos',
  token: 'required',
  params: z.object({ id: Id }),
  response: Agreement,
});

export const createAgreement = defineEndpoint({
  name: 'createAgreement',
  method: 'POST',
  path: '/tos',
  summary: 'Agree to a version of the terms',
  scope: 'tos',
  body: z.object({ tos_version_date: DateIn }),
  response: Agreement,
});
