/** The addresses of configuration. */
import * as contract from '@waypost/contract/settings';
import type { Tx } from '../kernel/db.ts';
import { notFound } from '../kernel/problem.ts';
import { require } from '../kernel/refuse.ts';
import { type Mount, route } from '../kernel/route.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { Addresses } from '../kernel/wire.ts';
import { maskSecrets } from './provider-secrets.ts';
import { readGroup } from './read-settings.ts';
import { type Saving, saveGroup } from './save-settings.ts';
import { configPrivileges, type Group, groups } from './settings.rules.ts';

async function viewGroup(tx: Tx, viewer: Viewer, addresses: Addresses, group: Group) {
  const stored = await readGroup(tx, group);
  const entity = {
    id: group,
    url: addresses.entity('config', group),
    ...(group === 'data-provider' ? maskSecrets(stored) : stored),
    allowed_privileges: configPrivileges(viewer, group),
  };
  return entity as unknown as (typeof contract.ConfigGroup)['_output'];
}

function groupNamed(name: string): Group {
  const group = groups.find((known) => known === name);
  if (!group) throw notFound('config', name);
  return group;
}

/** @param saving what keeps secrets, and knows which surveys there are */
export function mountSettings(mount: Mount, saving: Saving): void {
  route(mount, contract.listConfig, async ({ tx, viewer, addresses, query }) => {
    const asked = query.groups?.length ? query.groups : groups;
    const readable = groups.filter(
      (group) => asked.includes(group) && configPrivileges(viewer, group).includes('read'),
    );
    const results = await Promise.all(readable.map((group) => viewGroup(tx, viewer, addresses, group)));
    return { count: results.length, results };
  });
  route(mount, contract.configPrivileges, async ({ viewer }) => ({
    allowed_privileges: configPrivileges(viewer, 'site'),
  }));
  route(mount, contract.readConfig, async ({ tx, viewer, addresses, params }) => {
    const group = groupNamed(params.group);
    require(viewer, configPrivileges(viewer, group), 'read', 'config');
    return viewGroup(tx, viewer, addresses, group);
  });
  route(mount, contract.saveConfig, async ({ tx, viewer, addresses, params, body }) => {
    const group = groupNamed(params.group);
    await saveGroup(tx, viewer, group, body, saving);
    return viewGroup(tx, viewer, addresses, group);
  });
}
