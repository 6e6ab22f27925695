/** Notifications: subscriptions to the posts of a collection or saved search (API v3 §2.11). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut, Relation, RelationIn } from '../common/scalars.ts';

export const digests = ['at_once', 'hourly', 'daily'] as const;
export type Digest = (typeof digests)[number];

/** A subscription as the API returns it. */
export const Notification = z.object({
  id: IdOut,
  url: z.string(),
  user: Relation,
  /**
   * A collection or saved search. `name` and `type` are extensions; both are absent once the subscriber may no longer
   * see it.
   */
  set: Relation.extend({
    name: z.string().optional(),
    type: z.enum(['collection', 'savedsearch']).optional(),
  }),
  /** Extension: how often to send. Absent from other servers, which send at once. */
  digest: z.enum(digests).optional(),
  created: ApiDate,
  updated: ApiDate.nullable(),
  allowed_privileges: Privileges,
});
export type Notification = z.infer<typeof Notification>;

/** `set` and `set_id` are two names of the same field; a new subscription needs one of them. */
export const NotificationInput = z
  .object({ set: RelationIn, set_id: RelationIn, digest: z.enum(digests) })
  .partial();

const idParams = z.object({ id: Id });

export const listNotifications = defineEndpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  summary: 'Subscriptions of the caller',
  scope: 'notifications',
  token: 'required',
  query: listQuery(['id', 'set', 'created', 'updated']).extend({
    /** Ignored: the list always contains the caller's own. */
    user: z.union([z.literal('me'), Id]).optional(),
    set: Id.optional(),
  }),
  response: listResponse(Notification).extend({
    /** Extension: when sending resumes, if a daily limit was reached; null otherwise. */
    resumes: ApiDate.nullable().optional(),
  }),
});

export const createNotification = defineEndpoint({
  name: 'createNotification',
  method: 'POST',
  path: '/notifications',
  summary: 'Subscribe to a collection or saved search; an existing subscription is returned unchanged',
  scope: 'notifications',
  body: NotificationInput,
  response: Notification,
});

export const readNotification = defineEndpoint({
  name: 'readNotification',
  method: 'GET',
  path: '/notifications/{id}',
  summary: 'One subscription of the caller',
  scope: 'notifications',
  token: 'required',
  params: idParams,
  response: Notification,
});

export const updateNotification = defineEndpoint({
  name: 'updateNotification',
  method: 'PUT',
  path: '/notifications/{id}',
  summary: 'Change how often notifications are sent, or the collection or saved search',
  scope: 'notifications',
  params: idParams,
  body: NotificationInput,
  response: Notification,
});

export const deleteNotification = defineEndpoint({
  name: 'deleteNotification',
  method: 'DELETE',
  path: '/notifications/{id}',
  summary: 'Delete a subscription',
  scope: 'notifications',
  params: idParams,
  response: Notification,
});

/** What the link in a notification mail cancels. An extension of API v3. */
export const Unsubscription = z.object({
  site: z.string(),
  /** The address that would no longer be notified, masked. */
  address: z.string(),
  /** Whether all notifications to this address, or those of one collection or saved search. */
  all: z.boolean(),
  /** Its name; null if it no longer exists. */
  set: z.string().nullable(),
  ended: z.boolean(),
});
export type Unsubscription = z.infer<typeof Unsubscription>;

/** The key from the mail, which authorizes the request. */
const keyParams = z.object({ key: z.string().max(120) });

export const readUnsubscription = defineEndpoint({
  name: 'readUnsubscription',
  method: 'GET',
  path: '/unsubscribe/{key}',
  summary: 'What the link in a mail would unsubscribe from',
  scope: null,
  params: keyParams,
  response: Unsubscription,
});

export const unsubscribe = defineEndpoint({
  name: 'unsubscribe',
  method: 'POST',
  path: '/unsubscribe/{key}',
  summary: 'Unsubscribe with the link in a mail, without a login',
  scope: null,
  token: 'optional',
  params: keyParams,
  response: Unsubscription,
});
