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
import { masked, userSettingPrivileges } from './user-settings.rules.ts';
import * as queries from './user-settings.sql.ts';

const resource = 'user_settings';
const promises = { user_settings_key_once: () => fault(resource, 'config_key', 'taken') };

const view = (viewer: Viewer, addresses: Addresses, row: queries.UserSettingRow): contract.UserSetting => ({
  id: row.id,
  url: addresses.entity(resource, row.id),
  user: addresses.relation('users', row.user_id),
  config_key: row.config_key,
  config_value: masked(row.config_key, row.config_value),
  created: wireDate(row.created),
  updated: wireDateOrNull(row.updated),
  allowed_privileges: userSettingPrivileges(viewer, row.user_id),
});

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

export function mountUserSettings(mount: Mount): void {
  route(mount, contract.listUserSettings, async ({ tx, viewer, addresses, params, query }) => {
    await requireOwn(tx, viewer, params.id);
    const rows = await queries.findUserSettings(tx, params.id);
    const { results, total } = sliceOf(rows, query);
    const settings = results.map((row) => view(viewer, addresses, row));
    return listEnvelope(addresses, `/users/${params.id}/settings`, query, { results: settings, total });
  });
  route(mount, contract.createUserSetting, async ({ tx, viewer, addresses, params, body }) => {
    await requireOwn(tx, viewer, params.id);
    requireSameOwner(viewer, params.id, body.user_id);
    const { config_key, config_value } = body;
    const row = await translating(promises, () =>
      queries.insertUserSetting(tx, params.id, { config_key, config_value }),
    );
    return view(viewer, addresses, row);
  });
  route(mount, contract.readUserSetting, async ({ tx, viewer, addresses, params }) =>
    view(viewer, addresses, await ownSetting(tx, viewer, params)),
  );
  route(mount, contract.updateUserSetting, async ({ tx, viewer, addresses, params, body }) => {
    const before = await ownSetting(tx, viewer, params);
    requireSameOwner(viewer, params.id, body.user_id);
    const config_key = body.config_key ?? before.config_key;
    const isMask = body.config_value === masked(before.config_key, before.config_value);
    const config_value = isMask ? before.config_value : (body.config_value ?? before.config_value);
    const row = await translating(promises, () =>
      queries.updateUserSettingRow(tx, before.id, { config_key, config_value }),
    );
    return view(viewer, addresses, row);
  });
  route(mount, contract.deleteUserSetting, async ({ tx, viewer, addresses, params }) => {
    const row = await ownSetting(tx, viewer, params);
    await queries.deleteUserSettingRow(tx, row.id);
    return view(viewer, addresses, row);
  });
}
