/** Sessions of the caller. An extension of API v3. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut } from '../common/scalars.ts';

/** A session as the API returns it. */
export const Session = z.object({
  id: IdOut,
  /** The id of the OAuth client. */
  client: z.string(),
  created: ApiDate,
  /** When its tokens were last issued. */
  renewed: ApiDate,
  /** When it expires unless it is renewed. */
  expires: ApiDate,
  /** Names of browser and operating system at login; null if unknown. */
  browser: z.string().nullable().optional(),
  system: z.string().nullable().optional(),
  /** The time zone that the device sent at login. No other location is stored. */
  time_zone: z.string().nullable().optional(),
  /** When it was last used, rounded to the hour. */
  seen: ApiDate.optional(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
  allowed_privileges: Privileges,
});
export type Session = z.infer<typeof Session>;

const Sessions = z.object({ count: z.number().int(), results: z.array(Session) });

export const listMySessions = defineEndpoint({
  name: 'listMySessions',
  method: 'GET',
  path: '/users/me/sessions',
  summary: 'Sessions of the caller, the latest first',
  scope: 'users',
  token: 'required',
  response: Sessions,
});

/** 32 bytes in base64: the key with which the devices of this person encrypt unsent reports. */
export const readDeviceKey = defineEndpoint({
  name: 'readDeviceKey',
  method: 'POST',
  path: '/users/me/device-key',
  summary: 'The key with which the devices of the caller encrypt unsent reports; it does not change',
  scope: 'users',
  response: z.object({ key: z.string().regex(/^[\w+/]{43}=$/) }),
});

export const endMySessions = defineEndpoint({
  name: 'endMySessions',
  method: 'DELETE',
  path: '/users/me/sessions',
  summary: 'End all sessions of the caller, including this one; returns them',
  scope: 'users',
  response: Sessions,
});

export const endMySession = defineEndpoint({
  name: 'endMySession',
  method: 'DELETE',
  path: '/users/me/sessions/{id}',
  summary: 'End one session of the caller; returns it',
  scope: 'users',
  params: z.object({ id: Id }),
  response: Session,
});
