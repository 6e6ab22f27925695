/**
 * Protection of gateways for text messages. By them codes leave that confirm numbers, and messages to reporters; whoever replaces
 * one reads all of these. Their switches and options are for administrators, who are notified of changes (docs/decisions/0044).
 * The survey and the fields that incoming messages go into stay with Manage Settings.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  describeProvider,
  type ProviderId,
  providerIds,
} from '@waypost/contract/data-sources/data-providers';
import type { SettingsGroup } from '@waypost/contract/settings/settings';
import type { Tx } from '../kernel/db/database.ts';
import { accessDenied } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { type NoticeDependencies, nameInNotice, notifyAdministrators } from './notify-administrators.ts';
import { maskSecrets } from './provider-secrets.ts';
import { readSettingsGroup } from './read-settings.ts';
import type { StoredSettings } from './settings.sql.ts';
import { isObject, isProviderSwitchedOn } from './stored-values.ts';

/** Whether a data source sends text messages, so that only administrators may change how. */
export const isTextGateway = (id: ProviderId): boolean => describeProvider(id).services.includes('sms');

const gatewayIds = providerIds.filter(isTextGateway);

/** The options of a data source as text, without empty ones and those that are at their default. */
export function optionsOf(group: StoredSettings, id: ProviderId): StoredSettings {
  const own = isObject(group[id]) ? group[id] : {};
  return Object.fromEntries(
    Object.entries(describeProvider(id).options).flatMap(([key, option]) => {
      const value = own[key];
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
      return text === '' || text === option.default || option.input === 'read-only-text' ? [] : [[key, text]];
    }),
  );
}

/** The gateways that differ in their switch or options. @param after may lack gateways, and `providers`: those stay as they are */
const findChangedGateways = (before: StoredSettings, after: StoredSettings): ProviderId[] =>
  gatewayIds.filter(
    (id) =>
      (id in after && !isDeepStrictEqual(optionsOf(before, id), optionsOf(after, id))) ||
      ('providers' in after && isProviderSwitchedOn(before, id) !== isProviderSwitchedOn(after, id)),
  );

/**
 * Refuses a change of a gateway to everybody but administrators. It runs before the change is validated.
 * @param body as it was sent
 * @throws Problem 403
 */
export async function requireCanChangeGateways(
  tx: Tx,
  viewer: Viewer,
  group: SettingsGroup,
  body: StoredSettings,
): Promise<void> {
  if (viewer.isAdmin || group !== 'data-provider') return;
  // Only the stored side is masked: the body is compared as it was sent.
  const [changed] = findChangedGateways(maskSecrets(await readSettingsGroup(tx, group)), body);
  if (changed !== undefined) throw accessDenied(viewer, 'update', 'config', changed);
}

/** Notifies all administrators of gateways that were changed. */
export async function announceGatewayChange(
  tx: Tx,
  viewer: Viewer,
  dependencies: NoticeDependencies,
  group: SettingsGroup,
  before: StoredSettings,
  after: StoredSettings,
): Promise<void> {
  const changed = group === 'data-provider' ? findChangedGateways(before, after) : [];
  if (changed.length === 0) return;
  const name = nameInNotice(viewer);
  const gateways = changed.map((id) => describeProvider(id).name).join(', ');
  await notifyAdministrators(tx, dependencies, (t, site) => ({
    subject: t('mail.gateway.changedSubject', { site }),
    lines: [t('mail.gateway.changed', { name, site, gateways })],
  }));
}
