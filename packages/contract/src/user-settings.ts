/** What somebody keeps for themselves, such as keys of other services (wire 2.6.1). */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listOfEntities, listQuery } from './envelope.ts';
import { limits } from './limits.ts';
import { Privileges } from './privileges.ts';
import { Id, IdOut, Relation, RelationIn, Text, WireDate } from './scalars.ts';

export const UserSetting = z.object({
  id: IdOut,
  url: z.string(),
  user: Relation,
  config_key: z.string(),
  /** Masked but for its end when the key contains `api`. */
  config_value: z.string(),
  /** Ours: the key was entered for another server, or cannot be decrypted any more: it is not used until entered anew. */
  needs_reentry: z.boolean().optional(),
  created: WireDate,
  updated: WireDate.nullable(),
  allowed_privileges: Privileges,
});
export type UserSetting = z.infer<typeof UserSetting>;

const words = Text.pipe(z.string().min(limits.userSetting.min).max(limits.userSetting.max));

export const UserSettingInput = z.object({
  config_key: words,
  config_value: words,
  /** One's own, if sent at all. */
  user_id: RelationIn.optional(),
});
/** A value sent back as it was masked is no change. */
export const UserSettingChange = UserSettingInput.partial();

const owner = z.object({ id: Id });
const one = z.object({ id: Id, settingId: Id });

export const listUserSettings = endpoint({
  name: 'listUserSettings',
  method: 'GET',
  path: '/users/{id}/settings',
  summary: 'Settings of the caller',
  scope: 'users',
  params: owner,
  query: listQuery(['id']).omit({ order: true }),
  answer: listOfEntities(UserSetting),
});

export const createUserSetting = endpoint({
  name: 'createUserSetting',
  method: 'POST',
  path: '/users/{id}/settings',
  summary: 'Keep a setting',
  scope: 'users',
  token: 'optional',
  params: owner,
  body: UserSettingInput,
  answer: UserSetting,
});

export const readUserSetting = endpoint({
  name: 'readUserSetting',
  method: 'GET',
  path: '/users/{id}/settings/{settingId}',
  summary: 'One setting of the caller',
  scope: 'users',
  params: one,
  answer: UserSetting,
});

export const updateUserSetting = endpoint({
  name: 'updateUserSetting',
  method: 'PUT',
  path: '/users/{id}/settings/{settingId}',
  summary: 'Change a setting of the caller',
  scope: 'users',
  token: 'optional',
  params: one,
  body: UserSettingChange,
  answer: UserSetting,
});

export const deleteUserSetting = endpoint({
  name: 'deleteUserSetting',
  method: 'DELETE',
  path: '/users/{id}/settings/{settingId}',
  summary: 'Forget a setting of the caller',
  scope: 'users',
  token: 'optional',
  params: one,
  answer: UserSetting,
});
