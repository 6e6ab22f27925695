/** Where somebody is signed in. An extension of API v3. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut } from '../common/scalars.ts';

export const Session = z.object({
  id: IdOut,
  /** The OAuth client that signed in. */
  client: z.string(),
  created: ApiDate,
  /** When its tokens were last issued. */
  renewed: ApiDate,
  /** When it ends unless it is renewed. */
  expires: ApiDate,
  /** Names of the browser and the system that it was begun with; null where they did not say. */
  browser: z.string().nullable().optional(),
  system: z.string().nullable().optional(),
  /** The time zone that the device said it was in: nothing else of where it is is known. */
  time_zone: z.string().nullable().optional(),
  /** When it was last used, to the hour. */
  seen: ApiDate.optional(),
  /** The session that asks. */
  current: z.boolean(),
  allowed_privileges: Privileges,
});
export type Session = z.infer<typeof Session>;

const Sessions = z.object({ count: z.number().int(), results: z.array(Session) });

export const listMySessions = defineEndpoint({
  name: 'listMySessions',
  method: 'GET',
  path: '/users/me/sessions',
  summary: 'Where the caller is signed in, the latest first',
  scope: 'users',
  token: 'required',
  response: Sessions,
});

/** 32 bytes in base64: what this person's devices lock reports with that wait to be sent. */
export const readDeviceKey = defineEndpoint({
  name: 'readDeviceKey',
  method: 'POST',
  path: '/users/me/device-key',
  summary:
    'The key by which the devices of the caller lock what waits on them; the same for as long as the account lasts',
  scope: 'users',
  response: z.object({ key: z.string().regex(/^[\w+/]{43}=$/) }),
});

export const endMySessions = defineEndpoint({
  name: 'endMySessions',
  method: 'DELETE',
  path: '/users/me/sessions',
  summary: 'Sign the caller out everywhere, here too; answers what was ended',
  scope: 'users',
  response: Sessions,
});

export const endMySession = defineEndpoint({
  name: 'endMySession',
  method: 'DELETE',
  path: '/users/me/sessions/{id}',
  summary: 'Sign the caller out in one place; answers what was ended',
  scope: 'users',
  params: z.object({ id: Id }),
  response: Session,
});
