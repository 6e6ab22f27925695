/** What somebody keeps for themselves, such as keys of other services (API v3 §2.6.1). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut, Relation, RelationIn, TrimmedText } from '../common/scalars.ts';

export const UserSetting = z.object({
  id: IdOut,
  url: z.string(),
  user: Relation,
  config_key: z.string(),
  /** Masked but for its end when the key contains `api`. */
  config_value: z.string(),
  /** Extension: the key was entered for another server, or cannot be decrypted any more: it is not used until entered anew. */
  needs_reentry: z.boolean().optional(),
  created: ApiDate,
  updated: ApiDate.nullable(),
  allowed_privileges: Privileges,
});
export type UserSetting = z.infer<typeof UserSetting>;

const requiredText = TrimmedText.pipe(z.string().min(limits.userSetting.min).max(limits.userSetting.max));

export const UserSettingInput = z.object({
  config_key: requiredText,
  config_value: requiredText,
  /** One's own, if sent at all. */
  user_id: RelationIn.optional(),
});
/** A value sent back as it was masked is no change. */
export const UserSettingChange = UserSettingInput.partial();

const userParams = z.object({ id: Id });
const settingParams = z.object({ id: Id, settingId: Id });

export const listUserSettings = defineEndpoint({
  name: 'listUserSettings',
  method: 'GET',
  path: '/users/{id}/settings',
  summary: 'Settings of the caller',
  scope: 'users',
  params: userParams,
  query: listQuery(['id']).omit({ order: true }),
  response: listResponse(UserSetting),
});

export const createUserSetting = defineEndpoint({
  name: 'createUserSetting',
  method: 'POST',
  path: '/users/{id}/settings',
  summary: 'Keep a setting',
  scope: 'users',
  token: 'optional',
  params: userParams,
  body: UserSettingInput,
  response: UserSetting,
});

export const readUserSetting = defineEndpoint({
  name: 'readUserSetting',
  method: 'GET',
  path: '/users/{id}/settings/{settingId}',
  summary: 'One setting of the caller',
  scope: 'users',
  params: settingParams,
  response: UserSetting,
});

export const updateUserSetting = defineEndpoint({
  name: 'updateUserSetting',
  method: 'PUT',
  path: '/users/{id}/settings/{settingId}',
  summary: 'Change a setting of the caller',
  scope: 'users',
  token: 'optional',
  params: settingParams,
  body: UserSettingChange,
  response: UserSetting,
});

export const deleteUserSetting = defineEndpoint({
  name: 'deleteUserSetting',
  method: 'DELETE',
  path: '/users/{id}/settings/{settingId}',
  summary: 'Forget a setting of the caller',
  scope: 'users',
  token: 'optional',
  params: settingParams,
  response: UserSetting,
});
