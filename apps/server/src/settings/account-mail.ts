/**
 * Mails that open accounts: where they leave, and where the links in them lead, is for administrators. Who could change either
 * with less could take over an administrator's account. Every administrator is told of a change, by the way that it replaces.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '../kernel/db.ts';
import { refused } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { wordsIn } from '../words/words.public.ts';
import { maskSecrets } from './provider-secrets.ts';
import { readGroup, readSite } from './read-settings.ts';
import type { Group } from './settings.rules.ts';
import type { Stored } from './settings.sql.ts';

const provider = 'outgoingemail';

const isObject = (value: unknown): value is Stored =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** Without what stands for nothing, numbers as text: clients send the same settings back in several spellings. */
const plain = (own: Stored): Stored =>
  Object.fromEntries(
    Object.entries(own)
      .filter(([, value]) => !isEmpty(value))
      .map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]),
  );

const isOn = (group: Stored): boolean => {
  const switches = group['providers'];
  const value = isObject(switches) ? switches[provider] : undefined;
  return value === true || value === 1 || value === '1' || value === 'true';
};

/** The way that mail leaves, without its switch. */
const wayIn = (group: Stored): Stored => {
  const own = group[provider];
  return plain(isObject(own) ? own : {});
};

/** Whether a body, stored, would change the way or its switch. A switch that is not named goes back to its default, which is on. */
function changesWay(before: Stored, body: Stored): boolean {
  if (provider in body) {
    if (!isEmpty(body[provider]) && !isObject(body[provider])) return true;
    // Masked is only what is stored: what was sent stands for itself, whatever it looks like.
    if (!isDeepStrictEqual(wayIn(maskSecrets(before)), wayIn(body))) return true;
  }
  if (!('providers' in body)) return false;
  const switches = isObject(body['providers']) ? body['providers'] : {};
  return isOn({ providers: { [provider]: true, ...switches } }) !== isOn(before);
}

/**
 * Refuses a change of account mail to everybody but administrators, before anything else of the change is judged.
 * @param body as it was sent
 * @throws 403
 */
export async function requireAccountMail(tx: Tx, viewer: Viewer, group: Group, body: Stored): Promise<void> {
  if (viewer.isAdmin || (group !== 'data-provider' && group !== 'site')) return;
  const before = await readGroup(tx, group);
  const isChange =
    group === 'data-provider'
      ? changesWay(before, body)
      : 'client_url' in body && (body['client_url'] || false) !== (before['client_url'] || false);
  if (isChange) throw refused(viewer, 'update', 'config', group === 'site' ? 'client_url' : provider);
}

interface Announcing {
  outbox: Outbox;
  administrators: (tx: Tx) => Promise<{ email: string; language: string | null }[]>;
}

/** What the old way is called in the mail. */
const nameOf = (own: Stored): string => {
  const [server, type] = [own['outgoing_server'], own['outgoing_type']];
  return [server, type].find((it) => typeof it === 'string' && it !== '')?.toString() ?? '–';
};

/**
 * Tells every administrator that account mail leaves by another way, or that its links lead elsewhere. The mail is bound to the
 * way of before, so that whoever changed it cannot keep the news from them.
 */
export async function announceAccountMail(
  tx: Tx,
  { outbox, administrators }: Announcing,
  group: Group,
  before: Stored,
  after: Stored,
): Promise<void> {
  const isOther =
    (group === 'data-provider' &&
      (isOn(before) !== isOn(after) || !isDeepStrictEqual(wayIn(before), wayIn(after)))) ||
    (group === 'site' && (before['client_url'] || false) !== (after['client_url'] || false));
  if (!isOther) return;
  // What was held back may leave by the new way.
  if (group === 'data-provider') await outbox.sendWaiting(tx);
  const site = await readSite(tx);
  const own = group === 'data-provider' && isOn(before) && isObject(before[provider]) ? before[provider] : {};
  const hasWay = Object.keys(plain(own)).length > 0;
  for (const { email, language } of await administrators(tx)) {
    const { t } = wordsIn(language, site.language);
    const text = [
      t(group === 'site' ? 'mail.accountMail.links' : 'mail.accountMail.way', {
        site: site.name || 'Waypost',
      }),
      ...(group === 'site' ? [] : [t('mail.accountMail.before', { server: nameOf(own) })]),
      '',
      t('mail.accountMail.check'),
      '',
    ].join('\n');
    const subject = t(group === 'site' ? 'mail.accountMail.linksSubject' : 'mail.accountMail.waySubject', {
      site: site.name || 'Waypost',
    });
    await outbox.put(tx, { to: email, subject, text }, week, 'program', hasWay ? { way: own } : {});
  }
}

/** Seconds. */
const week = 604_800;
