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
import { translatorFor } from '../i18n/i18n.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { toPlainName } from '../kernel/plain-name.ts';
import { accessDenied } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { maskSecrets } from './provider-secrets.ts';
import { readSettingsGroup, readSite } from './read-settings.ts';
import type { SettingsGroup } from './settings.rules.ts';
import type { StoredSettings } from './settings.sql.ts';

/** Whether a data source sends text messages, so that only administrators may change how. */
export const isTextGateway = (id: ProviderId): boolean => describeProvider(id).services.includes('sms');

const gatewayIds = providerIds.filter(isTextGateway);

const isObject = (value: unknown): value is StoredSettings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The options of a gateway as text, without empty ones and those that are at their default. */
function optionsOf(group: StoredSettings, id: ProviderId): StoredSettings {
  const own = isObject(group[id]) ? group[id] : {};
  return Object.fromEntries(
    Object.entries(describeProvider(id).options).flatMap(([key, option]) => {
      const value = own[key];
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
      return text === '' || text === option.default || option.input === 'read-only-text' ? [] : [[key, text]];
    }),
  );
}

const isEnabled = (group: StoredSettings, id: ProviderId): boolean => {
  const value = isObject(group['providers']) ? group['providers'][id] : undefined;
  return value === true || value === 1 || value === '1' || value === 'true';
};

/** The gateways that differ in their switch or options. @param after may lack gateways, and `providers`: those stay as they are */
const findChangedGateways = (before: StoredSettings, after: StoredSettings): ProviderId[] =>
  gatewayIds.filter(
    (id) =>
      (id in after && !isDeepStrictEqual(optionsOf(before, id), optionsOf(after, id))) ||
      ('providers' in after && isEnabled(before, id) !== isEnabled(after, id)),
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

interface AnnouncementDependencies {
  outbox: Outbox;
  findAdministrators: (tx: Tx) => Promise<{ email: string; language: string | null }[]>;
}

const noticeExpirySeconds = 604_800;

/** Notifies all administrators of gateways that were changed. */
export async function announceGatewayChange(
  tx: Tx,
  { outbox, findAdministrators }: AnnouncementDependencies,
  group: SettingsGroup,
  before: StoredSettings,
  after: StoredSettings,
): Promise<void> {
  const changed = group === 'data-provider' ? findChangedGateways(before, after) : [];
  if (changed.length === 0) return;
  const { name, language: siteLanguage } = await readSite(tx);
  const site = toPlainName(name);
  const gateways = changed.map((id) => describeProvider(id).name).join(', ');
  for (const { email, language } of await findAdministrators(tx)) {
    const { t } = translatorFor(language, siteLanguage);
    const text = [t('mail.gateway.changed', { site, gateways }), '', t('mail.accountMail.check'), ''].join(
      '\n',
    );
    const subject = t('mail.gateway.changedSubject', { site });
    await outbox.enqueue(tx, { to: email, subject, text }, noticeExpirySeconds, 'program');
  }
}
