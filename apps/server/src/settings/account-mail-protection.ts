/**
 * Protection of account mail (password resets, invitations). Only administrators may change the outgoing mail transport and the
 * base URL of links in mails: with either one, others could take over an administrator's account. All administrators are notified
 * of a change, by the previous transport.
 */

import { isDeepStrictEqual } from 'node:util';
import { isProviderId } from '@waypost/contract/data-sources/data-providers';
import type { SettingsGroup } from '@waypost/contract/settings/settings';
import { type LockedSiteKey, lockedSiteKeys } from '@waypost/contract/settings/site-keys';
import type { Translator } from '../i18n/i18n.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { accessDenied } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import {
  type NoticeComposer,
  type NoticeDependencies,
  nameInNotice,
  notifyAdministrators,
} from './notify-administrators.ts';
import { maskSecrets } from './provider-secrets.ts';
import { readSettingsGroup } from './read-settings.ts';
import type { StoredSettings } from './settings.sql.ts';
import { isObject, isProviderSwitchedOn } from './stored-values.ts';

const outgoingMailProvider = 'outgoingemail';

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** Drops empty values and turns numbers into text, since clients send the same settings back in different notations. */
const normalizeOptions = (options: StoredSettings): StoredSettings =>
  Object.fromEntries(
    Object.entries(options)
      .filter(([, value]) => !isEmpty(value))
      .map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]),
  );

const isOutgoingMailEnabled = (group: StoredSettings): boolean =>
  isProviderSwitchedOn(group, outgoingMailProvider);

/** The options of outgoing mail, without its on/off switch. */
const outgoingMailOptions = (group: StoredSettings): StoredSettings => {
  const options = group[outgoingMailProvider];
  return normalizeOptions(isObject(options) ? options : {});
};

/** Whether storing a body would change the options or the switch. A switch that is missing in `providers` is reset to its default, on. */
function isOutgoingMailChange(before: StoredSettings, body: StoredSettings): boolean {
  if (outgoingMailProvider in body) {
    if (!isEmpty(body[outgoingMailProvider]) && !isObject(body[outgoingMailProvider])) return true;
    // Only the stored side is masked: the body is compared as it was sent.
    if (!isDeepStrictEqual(outgoingMailOptions(maskSecrets(before)), outgoingMailOptions(body))) return true;
  }
  if (!('providers' in body)) return false;
  const enabledProviders = isObject(body['providers']) ? body['providers'] : {};
  return (
    isOutgoingMailEnabled({ providers: { [outgoingMailProvider]: true, ...enabledProviders } }) !==
    isOutgoingMailEnabled(before)
  );
}

/**
 * Options of outgoing mail that a change puts under another data source, where nothing reads them: `email/outgoing_server`.
 * Unchanged ones, which earlier versions stored, are not listed.
 * @param body as it was sent
 */
export const findMisplacedMailOptions = (before: StoredSettings, body: StoredSettings): string[] =>
  Object.entries(body).flatMap(([id, options]) => {
    if (id === outgoingMailProvider || !isProviderId(id) || !isObject(options)) return [];
    const stored = normalizeOptions(isObject(before[id]) ? before[id] : {});
    return Object.entries(normalizeOptions(options))
      .filter(([key, value]) => key.startsWith('outgoing_') && !isDeepStrictEqual(stored[key], value))
      .map(([key]) => `${id}/${key}`);
  });

const isSiteKeyChanged = (key: LockedSiteKey, before: StoredSettings, after: StoredSettings): boolean =>
  (before[key] || false) !== (after[key] || false);

/**
 * Refuses a change of account mail to everybody but administrators, also of its options under another data source. It runs before
 * the change is validated.
 * @param body as it was sent
 * @throws Problem 403
 */
export async function requireCanChangeAccountMail(
  tx: Tx,
  viewer: Viewer,
  group: SettingsGroup,
  body: StoredSettings,
): Promise<void> {
  if (viewer.isAdmin || (group !== 'data-provider' && group !== 'site')) return;
  const before = await readSettingsGroup(tx, group);
  const [refused] =
    group === 'site'
      ? lockedSiteKeys.filter((key) => key in body && isSiteKeyChanged(key, before, body))
      : [
          ...findMisplacedMailOptions(before, body),
          ...(isOutgoingMailChange(before, body) ? [outgoingMailProvider] : []),
        ];
  if (refused !== undefined) throw accessDenied(viewer, 'update', 'config', refused);
}

/** Name of the previous transport in the mail: its server, else its type; undefined without one. */
const serverNameOf = (options: StoredSettings): string | undefined => {
  const [server, type] = [options['outgoing_server'], options['outgoing_type']];
  return [server, type].find((it) => typeof it === 'string' && it !== '')?.toString();
};

const describePreviousTransport = (t: Translator['t'], options: StoredSettings): string => {
  const server = serverNameOf(options);
  return server === undefined
    ? t('mail.accountMail.noneBefore')
    : t('mail.accountMail.previousServer', { server });
};

/** Who changed a setting of the site, and to what. */
interface SiteChange {
  name: string;
  after: StoredSettings;
}

/** The notice of a change of each setting of the site that is locked. */
const siteNotices: Readonly<Record<LockedSiteKey, (change: SiteChange) => NoticeComposer>> = {
  client_url:
    ({ name }) =>
    (t, site) => ({
      subject: t('mail.accountMail.linkAddressChangedSubject', { site }),
      lines: [t('mail.accountMail.linkAddressChanged', { name, site })],
      page: 'general',
    }),
  personal_data_reason:
    ({ name, after }) =>
    (t, site) => ({
      subject: t('mail.oversight.reasonChangedSubject', { site }),
      lines: [
        t(after['personal_data_reason'] === true ? 'mail.oversight.reasonOn' : 'mail.oversight.reasonOff', {
          name,
          site,
        }),
      ],
      page: 'general',
    }),
  daily_summary_off:
    ({ name, after }) =>
    (t, site) => ({
      subject: t('mail.oversight.summaryChangedSubject', { site }),
      lines: [
        t(after['daily_summary_off'] === true ? 'mail.oversight.summaryOff' : 'mail.oversight.summaryOn', {
          name,
          site,
        }),
      ],
      page: 'general',
    }),
};

async function announceTransportChange(
  tx: Tx,
  name: string,
  dependencies: NoticeDependencies,
  before: StoredSettings,
  after: StoredSettings,
): Promise<void> {
  const isChanged =
    isOutgoingMailEnabled(before) !== isOutgoingMailEnabled(after) ||
    !isDeepStrictEqual(outgoingMailOptions(before), outgoingMailOptions(after));
  if (!isChanged) return;
  // Held mails may be sendable by the new transport.
  await dependencies.outbox.sendWaiting(tx);
  const previous = before[outgoingMailProvider];
  const options = isOutgoingMailEnabled(before) && isObject(previous) ? previous : {};
  const hasOptions = Object.keys(normalizeOptions(options)).length > 0;
  await notifyAdministrators(
    tx,
    dependencies,
    (t, site) => ({
      subject: t('mail.accountMail.transportChangedSubject', { site }),
      lines: [t('mail.accountMail.transportChanged', { name, site }), describePreviousTransport(t, options)],
    }),
    hasOptions ? { boundTransport: options } : {},
  );
}

/**
 * Notifies all administrators that the transport of account mail or a locked setting of the site has changed. The notice of a
 * changed transport is bound to the previous one, so that the person who changed it cannot intercept it.
 */
export async function announceAccountMailChange(
  tx: Tx,
  viewer: Viewer,
  dependencies: NoticeDependencies,
  group: SettingsGroup,
  before: StoredSettings,
  after: StoredSettings,
): Promise<void> {
  const name = nameInNotice(viewer);
  if (group === 'data-provider') await announceTransportChange(tx, name, dependencies, before, after);
  if (group !== 'site') return;
  for (const key of lockedSiteKeys.filter((key) => isSiteKeyChanged(key, before, after)))
    await notifyAdministrators(tx, dependencies, siteNotices[key]({ name, after }));
}
