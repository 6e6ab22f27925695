/** Personal settings of a user, such as keys of other services (API v3 §2.6.1). */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import { ApiDate, Id, IdOut, Relation, RelationIn, TrimmedText } from '../common/scalars.ts';

/** A personal setting as the API returns it. */
export const UserSetting = z.object({
  id: IdOut,
  url: z.string(),
  user: Relation,
  config_key: z.string(),
  /** Masked except for its end if the key contains `api`. */
  config_value: z.string(),
  /**
   * Extension: the value was entered for another server or can no longer be decrypted: it is not used until it is
   * entered again.
   */
  needs_reentry: z.boolean().optional(),
  created: ApiDate,
  updated: ApiDate.nullable(),
  allowed_privileges: Privileges,
});
export type UserSetting = z.infer<typeof UserSetting>;

const requiredText = TrimmedText.pipe(z.string().min(limits.userSetting.min).max(limits.userSetting.max));

/** A new personal setting. */
export const UserSettingInput = z.object({
  config_key: requiredText,
  config_value: requiredText,
  /** Optional; must be the caller. */
  user_id: RelationIn.optional(),
});
/** An update. A masked value that is sent back does not change the stored one. */
export const UserSettingChange = UserSettingInput.partial();

const userParams = z.object({ id: Id });
const settingParams = z.object({ id: Id, settingId: Id });

export const listUserSettings = defineEndpoint({
  name: 'listUserSettings',
  method: 'GET',
  path: '/users/{id}/settings',
  summary: 'Settings of the caller',
  scope: 'users',
  feature: 'user-settings',
  params: userParams,
  query: listQuery(['id']).omit({ order: true }),
  response: listResponse(UserSetting),
});

export const createUserSetting = defineEndpoint({
  name: 'createUserSetting',
  method: 'POST',
  path: '/users/{id}/settings',
  summary: 'Create a setting',
  scope: 'users',
  feature: 'user-settings',
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
  feature: 'user-settings',
  params: settingParams,
  response: UserSetting,
});

export const updateUserSetting = defineEndpoint({
  name: 'updateUserSetting',
  method: 'PUT',
  path: '/users/{id}/settings/{settingId}',
  summary: 'Change a setting of the caller',
  scope: 'users',
  feature: 'user-settings',
  token: 'optional',
  params: settingParams,
  body: UserSettingChange,
  response: UserSetting,
});

export const deleteUserSetting = defineEndpoint({
  name: 'deleteUserSetting',
  method: 'DELETE',
  path: '/users/{id}/settings/{settingId}',
  summary: 'Delete a setting of the caller',
  scope: 'users',
  feature: 'user-settings',
  token: 'optional',
  params: settingParams,
  response: UserSetting,
});
