/** HTTP routes of user settings (API v3 §2.6.1). */
import { limits } from '@waypost/contract/common/limits';
import * as contract from '@waypost/contract/user-settings/user-settings';
import type { Tx } from '../kernel/db/database.ts';
import { slicePage } from '../kernel/db/paging.ts';
import { listEnvelope, toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import { mapConstraintErrors, notFound, validationError } from '../kernel/http/problem.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { countRowsOfAccount, requireBelowAccountLimit } from '../kernel/limits/account-limit.ts';
import { accessDenied, requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { decryptSetting, encryptSetting, type SettingEncryption } from './encrypted-settings.ts';
import { isSecretKey, maskSecret, userSettingPrivileges } from './user-settings.rules.ts';
import * as queries from './user-settings.sql.ts';

const resource = 'user_settings';
const constraintFaults = { user_settings_key_unique: () => validationError(resource, 'config_key', 'taken') };

/** Shown instead of a value that cannot be decrypted. */
const unreadableMask = '********';

function viewUserSetting(
  viewer: Viewer,
  urls: UrlBuilder,
  encryption: SettingEncryption,
  row: queries.UserSettingRow,
): contract.UserSetting {
  const value = decryptSetting(encryption, row);
  return {
    id: row.id,
    url: urls.entity(resource, row.id),
    user: urls.relation('users', row.user_id),
    config_key: row.config_key,
    config_value: value === undefined ? unreadableMask : maskSecret(row.config_key, value),
    ...(value === undefined ? { needs_reentry: true } : {}),
    created: toApiDate(row.created),
    updated: toApiDateOrNull(row.updated),
    allowed_privileges: userSettingPrivileges(viewer, row.user_id),
  };
}

/**
 * The setting to store after a change. A mask that is sent back keeps the value, but only under the same key: under another
 * one a secret could be shown, or sent to another server.
 * @throws ValidationError at `/config_value` when the value must be entered again
 */
function mergeChange(
  encryption: SettingEncryption,
  before: queries.UserSettingRow,
  {
    config_key = before.config_key,
    config_value,
  }: { config_key?: string | undefined; config_value?: string | undefined },
) {
  const value = decryptSetting(encryption, before);
  const isKept =
    config_value === undefined ||
    config_value === (value === undefined ? unreadableMask : maskSecret(before.config_key, value));
  if (!isKept) return encryptSetting(encryption, before.user_id, { config_key, config_value });
  const isSecret = isSecretKey(before.config_key);
  if (isSecret && (value === undefined || config_key !== before.config_key))
    throw validationError(resource, 'config_value', 'required');
  return encryptSetting(encryption, before.user_id, {
    config_key,
    config_value: value ?? before.config_value,
  });
}

/** @throws Problem 401 or 403 for another user's settings */
const requireOwnSettings = (viewer: Viewer, ownerId: number): void =>
  requirePrivilege(viewer, userSettingPrivileges(viewer, ownerId), 'read', resource);

/** @param bodyUserId `user_id` of the body. @throws Problem 403 when it is another user */
function requireSameOwner(viewer: Viewer, ownerId: number, bodyUserId: number | null | undefined): void {
  if (bodyUserId !== undefined && bodyUserId !== null && bodyUserId !== ownerId)
    throw accessDenied(viewer, 'update', resource);
}

async function readOwnSetting(tx: Tx, viewer: Viewer, params: { id: number; settingId: number }) {
  requireOwnSettings(viewer, params.id);
  const row = await queries.findUserSetting(tx, params.id, params.settingId);
  if (!row) throw notFound(resource, params.settingId);
  return row;
}

/** Mounts the routes of user settings. */
export function mountUserSettings(mount: MountContext, encryption: SettingEncryption): void {
  route(mount, contract.listUserSettings, async ({ tx, viewer, urls, params, query }) => {
    requireOwnSettings(viewer, params.id);
    const rows = await queries.findUserSettings(tx, params.id);
    const { results, total } = slicePage(rows, query);
    const settings = results.map((row) => viewUserSetting(viewer, urls, encryption, row));
    return listEnvelope(urls, `/users/${params.id}/settings`, query, { results: settings, total });
  });
  route(mount, contract.createUserSetting, async ({ tx, viewer, urls, params, body }) => {
    requireOwnSettings(viewer, params.id);
    requireSameOwner(viewer, params.id, body.user_id);
    const limit = { resource, field: 'config_key', max: limits.userSettingsPerAccount };
    await requireBelowAccountLimit(tx, params.id, limit, (id) => countRowsOfAccount(tx, 'user_settings', id));
    const encryptedSetting = encryptSetting(encryption, params.id, body);
    const row = await mapConstraintErrors(constraintFaults, () =>
      queries.insertUserSetting(tx, params.id, encryptedSetting),
    );
    return viewUserSetting(viewer, urls, encryption, row);
  });
  route(mount, contract.readUserSetting, async ({ tx, viewer, urls, params }) =>
    viewUserSetting(viewer, urls, encryption, await readOwnSetting(tx, viewer, params)),
  );
  route(mount, contract.updateUserSetting, async ({ tx, viewer, urls, params, body }) => {
    const before = await readOwnSetting(tx, viewer, params);
    requireSameOwner(viewer, params.id, body.user_id);
    const encryptedSetting = mergeChange(encryption, before, body);
    const row = await mapConstraintErrors(constraintFaults, () =>
      queries.updateUserSettingRow(tx, before.id, encryptedSetting),
    );
    return viewUserSetting(viewer, urls, encryption, row);
  });
  route(mount, contract.deleteUserSetting, async ({ tx, viewer, urls, params }) => {
    const row = await readOwnSetting(tx, viewer, params);
    await queries.deleteUserSettingRow(tx, row.id);
    return viewUserSetting(viewer, urls, encryption, row);
  });
}
