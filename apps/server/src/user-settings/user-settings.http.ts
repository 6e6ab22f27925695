/** The addresses of people's settings. */
import * as contract from '@waypost/contract/user-settings/user-settings';
import type { Tx } from '../kernel/db/database.ts';
import { slicePage } from '../kernel/db/paging.ts';
import { listEnvelope, toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import { mapConstraintErrors, notFound, validationError } from '../kernel/http/problem.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { accessDenied, requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readFeatures } from '../settings/settings.public.ts';
import { decryptSetting, encryptSetting, type SettingEncryption } from './encrypted-settings.ts';
import { isSecretKey, maskSecret, userSettingPrivileges } from './user-settings.rules.ts';
import * as queries from './user-settings.sql.ts';

const resource = 'user_settings';
const constraintFaults = { user_settings_key_once: () => validationError(resource, 'config_key', 'taken') };

/** Stands for a key that cannot be read any more. */
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
 * What is stored of a change. A mask that comes back leaves the value as it is, under the same key alone: under another one the
 * value would be shown, or sent elsewhere.
 * @throws ValidationError at `/config_value` when the value has to be typed again
 */
function mergeChange(
  encryption: SettingEncryption,
  before: queries.UserSettingRow,
  {
    config_key = before.config_key,
    config_value: sent,
  }: { config_key?: string | undefined; config_value?: string | undefined },
) {
  const value = decryptSetting(encryption, before);
  const isKept =
    sent === undefined ||
    sent === (value === undefined ? unreadableMask : maskSecret(before.config_key, value));
  if (!isKept) return encryptSetting(encryption, before.user_id, { config_key, config_value: sent });
  const isSecret = isSecretKey(before.config_key);
  if (isSecret && (value === undefined || config_key !== before.config_key))
    throw validationError(resource, 'config_value', 'required');
  return encryptSetting(encryption, before.user_id, {
    config_key,
    config_value: value ?? before.config_value,
  });
}

/** Not there at all where the operator switched it off; the caller's own otherwise. */
async function requireOwnSettings(tx: Tx, viewer: Viewer, owner: number): Promise<void> {
  if (!(await readFeatures(tx))['user-settings'].enabled) throw notFound(resource, owner);
  requirePrivilege(viewer, userSettingPrivileges(viewer, owner), 'read', resource);
}

/** @param sent the owner that the body names, if any: nobody else's settings are written. */
function requireSameOwner(viewer: Viewer, owner: number, sent: number | null | undefined): void {
  if (sent !== undefined && sent !== null && sent !== owner) throw accessDenied(viewer, 'update', resource);
}

async function readOwnSetting(tx: Tx, viewer: Viewer, params: { id: number; settingId: number }) {
  await requireOwnSettings(tx, viewer, params.id);
  const row = await queries.findUserSetting(tx, params.id, params.settingId);
  if (!row) throw notFound(resource, params.settingId);
  return row;
}

/** @param encryption what keeps the keys of other services */
export function mountUserSettings(mount: MountContext, encryption: SettingEncryption): void {
  route(mount, contract.listUserSettings, async ({ tx, viewer, urls, params, query }) => {
    await requireOwnSettings(tx, viewer, params.id);
    const rows = await queries.findUserSettings(tx, params.id);
    const { results, total } = slicePage(rows, query);
    const settings = results.map((row) => viewUserSetting(viewer, urls, encryption, row));
    return listEnvelope(urls, `/users/${params.id}/settings`, query, { results: settings, total });
  });
  route(mount, contract.createUserSetting, async ({ tx, viewer, urls, params, body }) => {
    await requireOwnSettings(tx, viewer, params.id);
    requireSameOwner(viewer, params.id, body.user_id);
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
