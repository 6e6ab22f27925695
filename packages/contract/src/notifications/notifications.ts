/** Notifications: who wants to be told when a post comes into a collection or fits a saved search (API v3 §2.11). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut, Relation, RelationIn } from '../common/scalars.ts';

export const digests = ['at_once', 'hourly', 'daily'] as const;
export type Digest = (typeof digests)[number];

export const Notification = z.object({
  id: IdOut,
  url: z.string(),
  user: Relation,
  /** A collection or a saved search. `name` and `type` are ours; both are absent once the subscriber may not see it any more. */
  set: Relation.extend({
    name: z.string().optional(),
    type: z.enum(['collection', 'savedsearch']).optional(),
  }),
  /** Extension: how soon, as it happens or gathered. Absent from other servers, which tell at once. */
  digest: z.enum(digests).optional(),
  created: ApiDate,
  updated: ApiDate.nullable(),
  allowed_privileges: Privileges,
});
export type Notification = z.infer<typeof Notification>;

/** Either name of the same; one of them is needed for a new one. */
export const NotificationInput = z
  .object({ set: RelationIn, set_id: RelationIn, digest: z.enum(digests) })
  .partial();

const idParams = z.object({ id: Id });

export const listNotifications = defineEndpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  summary: 'What the caller wants to be told of',
  scope: 'notifications',
  token: 'required',
  query: listQuery(['id', 'set', 'created', 'updated']).extend({
    /** Whoever is named, the answer holds the caller's own. */
    user: z.union([z.literal('me'), Id]).optional(),
    set: Id.optional(),
  }),
  response: listResponse(Notification).extend({
    /** Extension: when notifications go on, while a limit of the day keeps them waiting; else null. */
    resumes: ApiDate.nullable().optional(),
  }),
});

export const createNotification = defineEndpoint({
  name: 'createNotification',
  method: 'POST',
  path: '/notifications',
  summary: 'Want to be told of a collection or saved search; once wanted, it is answered as it is',
  scope: 'notifications',
  body: NotificationInput,
  response: Notification,
});

export const readNotification = defineEndpoint({
  name: 'readNotification',
  method: 'GET',
  path: '/notifications/{id}',
  summary: 'One of the things that the caller wants to be told of',
  scope: 'notifications',
  token: 'required',
  params: idParams,
  response: Notification,
});

export const updateNotification = defineEndpoint({
  name: 'updateNotification',
  method: 'PUT',
  path: '/notifications/{id}',
  summary: 'Be told in another rhythm, or of another collection or saved search instead',
  scope: 'notifications',
  params: idParams,
  body: NotificationInput,
  response: Notification,
});

export const deleteNotification = defineEndpoint({
  name: 'deleteNotification',
  method: 'DELETE',
  path: '/notifications/{id}',
  summary: 'Be told no more',
  scope: 'notifications',
  params: idParams,
  response: Notification,
});

/** What the link in a mail ends. An extension of API v3. */
export const Unsubscription = z.object({
  site: z.string(),
  /** Where no more is told, but for most of its letters. */
  address: z.string(),
  /** Everything that is told there, or one collection or saved search. */
  all: z.boolean(),
  /** The name of that one; null when it is unknown by now. */
  set: z.string().nullable(),
  ended: z.boolean(),
});
export type Unsubscription = z.infer<typeof Unsubscription>;

/** From the mail; whoever has it has the right. */
const keyParams = z.object({ key: z.string().max(120) });

export const readUnsubscription = defineEndpoint({
  name: 'readUnsubscription',
  method: 'GET',
  path: '/unsubscribe/{key}',
  summary: 'What the link in a mail would end',
  scope: null,
  params: keyParams,
  response: Unsubscription,
});

export const unsubscribe = defineEndpoint({
  name: 'unsubscribe',
  method: 'POST',
  path: '/unsubscribe/{key}',
  summary: 'Ends what the link in a mail is for, without a login',
  scope: null,
  token: 'optional',
  params: keyParams,
  response: Unsubscription,
});
