/** Agreements to the terms of service (wire 2.22). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listOfEntities, listQuery } from './envelope.ts';
import { Privileges } from './privileges.ts';
import { DateIn, Id, IdOut, Relation, WireDate } from './scalars.ts';

export const Agreement = z.object({
  id: IdOut,
  url: z.string(),
  user: Relation,
  /** Stamped by the server. */
  agreement_date: WireDate,
  /** Which version of the terms was agreed to. */
  tos_version_date: WireDate,
  allowed_privileges: Privileges,
});
export type Agreement = z.infer<typeof Agreement>;

export const listAgreements = endpoint({
  name: 'listAgreements',
  method: 'GET',
  path: '/tos',
  summary: 'Agreements of the caller to the terms; the latest one, unless more are asked for',
  scope: 'tos',
  token: 'required',
  query: listQuery(['id', 'agreement_date', 'tos_version_date']),
  answer: listOfEntities(Agreement),
});

export const readAgreement = endpoint({
  name: 'readAgreement',
  method: 'GET',
  path: '/tos/{id}',
  summary: 'One agreement of the caller to the terms',
  scope: 'tos',
  token: 'required',
  params: z.object({ id: Id }),
  answer: Agreement,
});

export const agree = endpoint({
  name: 'agree',
  method: 'POST',
  path: '/tos',
  summary: 'Agree to a version of the terms',
  scope: 'tos',
  body: z.object({ tos_version_date: DateIn }),
  answer: Agreement,
});
