/**
 * Mails that open accounts: where they leave, and where the links in them lead, is for administrators. Who could change either
 * with less could take over an administrator's account. Every administrator is told of a change, by the way that it replaces.
 */
import { isDeepStrictEqual } from 'node:util';
import { wordsIn } from '../i18n/i18n.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { accessDenied } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { maskSecrets } from './provider-secrets.ts';
import { readSettingsGroup, readSite } from './read-settings.ts';
import type { SettingsGroup } from './settings.rules.ts';
import type { StoredSettings } from './settings.sql.ts';

const outgoingMailProvider = 'outgoingemail';

const isObject = (value: unknown): value is StoredSettings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** Without what stands for nothing, numbers as text: clients send the same settings back in several spellings. */
const normalizeOptions = (options: StoredSettings): StoredSettings =>
  Object.fromEntries(
    Object.entries(options)
      .filter(([, value]) => !isEmpty(value))
      .map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]),
  );

const isOutgoingMailEnabled = (group: StoredSettings): boolean => {
  const enabledProviders = group['providers'];
  const value = isObject(enabledProviders) ? enabledProviders[outgoingMailProvider] : undefined;
  return value === true || value === 1 || value === '1' || value === 'true';
};

/** The way that mail leaves, without its switch. */
const outgoingMailOptions = (group: StoredSettings): StoredSettings => {
  const options = group[outgoingMailProvider];
  return normalizeOptions(isObject(options) ? options : {});
};

/** Whether a body, stored, would change the way or its switch. A switch that is not named goes back to its default, which is on. */
function isOutgoingMailChange(before: StoredSettings, body: StoredSettings): boolean {
  if (outgoingMailProvider in body) {
    if (!isEmpty(body[outgoingMailProvider]) && !isObject(body[outgoingMailProvider])) return true;
    // Masked is only what is stored: what was sent stands for itself, whatever it looks like.
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
 * Refuses a change of account mail to everybody but administrators, before anything else of the change is judged.
 * @param body as it was sent
 * @throws 403
 */
export async function requireCanChangeAccountMail(
  tx: Tx,
  viewer: Viewer,
  group: SettingsGroup,
  body: StoredSettings,
): Promise<void> {
  if (viewer.isAdmin || (group !== 'data-provider' && group !== 'site')) return;
  const before = await readSettingsGroup(tx, group);
  const isChange =
    group === 'data-provider'
      ? isOutgoingMailChange(before, body)
      : 'client_url' in body && (body['client_url'] || false) !== (before['client_url'] || false);
  if (isChange)
    throw accessDenied(viewer, 'update', 'config', group === 'site' ? 'client_url' : outgoingMailProvider);
}

interface ChangeAnnouncement {
  outbox: Outbox;
  findAdministrators: (tx: Tx) => Promise<{ email: string; language: string | null }[]>;
}

/** What the old way is called in the mail. */
const serverNameOf = (options: StoredSettings): string => {
  const [server, type] = [options['outgoing_server'], options['outgoing_type']];
  return [server, type].find((it) => typeof it === 'string' && it !== '')?.toString() ?? '–';
};

/**
 * Tells every administrator that account mail leaves by another way, or that its links lead elsewhere. The mail is bound to the
 * way of before, so that whoever changed it cannot keep the news from them.
 */
export async function announceAccountMailChange(
  tx: Tx,
  { outbox, findAdministrators: administrators }: ChangeAnnouncement,
  group: SettingsGroup,
  before: StoredSettings,
  after: StoredSettings,
): Promise<void> {
  const isChanged =
    (group === 'data-provider' &&
      (isOutgoingMailEnabled(before) !== isOutgoingMailEnabled(after) ||
        !isDeepStrictEqual(outgoingMailOptions(before), outgoingMailOptions(after)))) ||
    (group === 'site' && (before['client_url'] || false) !== (after['client_url'] || false));
  if (!isChanged) return;
  // What was held back may leave by the new way.
  if (group === 'data-provider') await outbox.sendWaiting(tx);
  const site = await readSite(tx);
  const options =
    group === 'data-provider' && isOutgoingMailEnabled(before) && isObject(before[outgoingMailProvider])
      ? before[outgoingMailProvider]
      : {};
  const hasOptions = Object.keys(normalizeOptions(options)).length > 0;
  for (const { email, language } of await administrators(tx)) {
    const { t } = wordsIn(language, site.language);
    const text = [
      t(group === 'site' ? 'mail.accountMail.linkAddressChanged' : 'mail.accountMail.transportChanged', {
        site: site.name || 'Waypost',
      }),
      ...(group === 'site' ? [] : [t('mail.accountMail.previousServer', { server: serverNameOf(options) })]),
      '',
      t('mail.accountMail.check'),
      '',
    ].join('\n');
    const subject = t(group === 'site' ? 'mail.accountMail.linkAddressChangedSubject' : 'mail.accountMail.transportChangedSubject', {
      site: site.name || 'Waypost',
    });
    await outbox.enqueue(
      tx,
      { to: email, subject, text },
      weekSeconds,
      'program',
      hasOptions ? { boundTransport: options } : {},
    );
  }
}

/** Seconds. */
const weekSeconds = 604_800;
