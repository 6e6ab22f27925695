/** The addresses of people's settings. */
import * as contract from '@waypost/contract/user-settings';
import type { Tx } from '../kernel/db.ts';
import { sliceOf } from '../kernel/paging.ts';
import { fault, notFound, translating } from '../kernel/problem.ts';
import { refused, require } from '../kernel/refuse.ts';
import { type Mount, route } from '../kernel/route.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, listEnvelope, wireDate, wireDateOrNull } from '../kernel/wire.ts';
import { readFeatures } from '../settings/settings.public.ts';
import { type KeptKeys, openSetting, sealSetting } from './kept-keys.ts';
import { isSecretKey, masked, userSettingPrivileges } from './user-settings.rules.ts';
import * as queries from './user-settings.sql.ts';

const resource = 'user_settings';
const promises = { user_settings_key_once: () => fault(resource, 'config_key', 'taken') };

/** Stands for a key that cannot be read any more. */
const unreadable = '********';

function view(
  viewer: Viewer,
  addresses: Addresses,
  keys: KeptKeys,
  row: queries.UserSettingRow,
): contract.UserSetting {
  const value = openSetting(keys, row);
  return {
    id: row.id,
    url: addresses.entity(resource, row.id),
    user: addresses.relation('users', row.user_id),
    config_key: row.config_key,
    config_value: value === undefined ? unreadable : masked(row.config_key, value),
    ...(value === undefined ? { needs_reentry: true } : {}),
    created: wireDate(row.created),
    updated: wireDateOrNull(row.updated),
    allowed_privileges: userSettingPrivileges(viewer, row.user_id),
  };
}

/**
 * What is stored of a change. A mask that comes back leaves the value as it is, under the same key alone: under another one the
 * value would be shown, or sent elsewhere.
 * @throws Faults at `/config_value` when the value has to be typed again
 */
function changed(
  keys: KeptKeys,
  before: queries.UserSettingRow,
  {
    config_key = before.config_key,
    config_value: sent,
  }: { config_key?: string | undefined; config_value?: string | undefined },
) {
  const value = openSetting(keys, before);
  const isKept =
    sent === undefined || sent === (value === undefined ? unreadable : masked(before.config_key, value));
  if (!isKept) return sealSetting(keys, before.user_id, { config_key, config_value: sent });
  const isSecret = isSecretKey(before.config_key);
  if (isSecret && (value === undefined || config_key !== before.config_key))
    throw fault(resource, 'config_value', 'required');
  return sealSetting(keys, before.user_id, { config_key, config_value: value ?? before.config_value });
}

/** Not there at all where the operator switched it off; the caller's own otherwise. */
async function requireOwn(tx: Tx, viewer: Viewer, owner: number): Promise<void> {
  if (!(await readFeatures(tx))['user-settings'].enabled) throw notFound(resource, owner);
  require(viewer, userSettingPrivileges(viewer, owner), 'read', resource);
}

/** @param sent the owner that the body names, if any: nobody else's settings are written. */
function requireSameOwner(viewer: Viewer, owner: number, sent: number | null | undefined): void {
  if (sent !== undefined && sent !== null && sent !== owner) throw refused(viewer, 'update', resource);
}

async function ownSetting(tx: Tx, viewer: Viewer, params: { id: number; settingId: number }) {
  await requireOwn(tx, viewer, params.id);
  const row = await queries.findUserSetting(tx, params.id, params.settingId);
  if (!row) throw notFound(resource, params.settingId);
  return row;
}

/** @param keys what keeps the keys of other services */
export function mountUserSettings(mount: Mount, keys: KeptKeys): void {
  route(mount, contract.listUserSettings, async ({ tx, viewer, addresses, params, query }) => {
    await requireOwn(tx, viewer, params.id);
    const rows = await queries.findUserSettings(tx, params.id);
    const { results, total } = sliceOf(rows, query);
    const settings = results.map((row) => view(viewer, addresses, keys, row));
    return listEnvelope(addresses, `/users/${params.id}/settings`, query, { results: settings, total });
  });
  route(mount, contract.createUserSetting, async ({ tx, viewer, addresses, params, body }) => {
    await requireOwn(tx, viewer, params.id);
    requireSameOwner(viewer, params.id, body.user_id);
    const pair = sealSetting(keys, params.id, body);
    const row = await translating(promises, () => queries.insertUserSetting(tx, params.id, pair));
    return view(viewer, addresses, keys, row);
  });
  route(mount, contract.readUserSetting, async ({ tx, viewer, addresses, params }) =>
    view(viewer, addresses, keys, await ownSetting(tx, viewer, params)),
  );
  route(mount, contract.updateUserSetting, async ({ tx, viewer, addresses, params, body }) => {
    const before = await ownSetting(tx, viewer, params);
    requireSameOwner(viewer, params.id, body.user_id);
    const pair = changed(keys, before, body);
    const row = await translating(promises, () => queries.updateUserSettingRow(tx, before.id, pair));
    return view(viewer, addresses, keys, row);
  });
  route(mount, contract.deleteUserSetting, async ({ tx, viewer, addresses, params }) => {
    const row = await ownSetting(tx, viewer, params);
    await queries.deleteUserSettingRow(tx, row.id);
    return view(viewer, addresses, keys, row);
  });
}
