/** HTTP endpoints of configuration. */
import * as contract from '@waypost/contract/settings/settings';
import type { Tx } from '../kernel/db/database.ts';
import type { UrlBuilder } from '../kernel/http/api-format.ts';
import { notFound } from '../kernel/http/problem.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readSettingsGroup } from './read-settings.ts';
import { type SettingsDependencies, saveSettingsGroup } from './save-settings.ts';
import { configPrivileges, groupRules } from './settings-groups.ts';

async function viewSettingsGroup(tx: Tx, viewer: Viewer, urls: UrlBuilder, group: contract.SettingsGroup) {
  const stored = await readSettingsGroup(tx, group);
  const entity = {
    id: group,
    url: urls.entity('config', group),
    ...(groupRules[group].hideSecrets?.(stored) ?? stored),
    allowed_privileges: configPrivileges(viewer, group),
  };
  return entity as unknown as (typeof contract.ConfigGroup)['_output'];
}

function parseGroup(name: string): contract.SettingsGroup {
  const group = contract.settingsGroups.find((candidate) => candidate === name);
  if (!group) throw notFound('config', name);
  return group;
}

/** Mounts the endpoints of configuration. @param dependencies functions of other domains that saving needs */
export function mountSettings(mount: MountContext, dependencies: SettingsDependencies): void {
  route(mount, contract.listConfig, async ({ tx, viewer, urls, query }) => {
    const requestedGroups = query.groups?.length ? query.groups : contract.settingsGroups;
    const readable = contract.settingsGroups.filter(
      (group) => requestedGroups.includes(group) && configPrivileges(viewer, group).includes('read'),
    );
    const results = await Promise.all(readable.map((group) => viewSettingsGroup(tx, viewer, urls, group)));
    return { count: results.length, results };
  });
  route(mount, contract.readConfigPrivileges, async ({ viewer }) => ({
    allowed_privileges: configPrivileges(viewer, 'site'),
  }));
  route(mount, contract.readConfig, async ({ tx, viewer, urls, params }) => {
    const group = parseGroup(params.group);
    requirePrivilege(viewer, configPrivileges(viewer, group), 'read', 'config');
    return viewSettingsGroup(tx, viewer, urls, group);
  });
  route(mount, contract.saveConfig, async ({ tx, viewer, urls, params, body }) => {
    const group = parseGroup(params.group);
    await saveSettingsGroup(tx, viewer, group, body, dependencies);
    return viewSettingsGroup(tx, viewer, urls, group);
  });
}
