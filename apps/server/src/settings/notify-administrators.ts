/** Mails to all administrators about changes of settings that others could misuse. */
import { type Translator, translatorFor } from '../i18n/i18n.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { toPlainName } from '../kernel/plain-name.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Outbox } from '../mail/mail.public.ts';
import { readSite } from './read-settings.ts';

/** Functions of other domains that notices need. */
export interface NoticeDependencies {
  outbox: Outbox;
  /** E-mail addresses and languages of all administrators. */
  findAdministrators: (tx: Tx) => Promise<{ email: string; language: string | null }[]>;
}

/** Writes a notice. @param site the name of the site as it may stand in mails */
export type NoticeComposer = (
  t: Translator['t'],
  site: string,
) => {
  subject: string;
  lines: readonly string[];
  /** Page of the settings where the change is undone; the data sources by default. */
  page?: 'general';
};

/** The name of whoever made a change, as it may stand in mails. */
export const nameInNotice = ({ id, realname }: Viewer): string => toPlainName(realname ?? '', `No. ${id}`);

const noticeExpirySeconds = 604_800;

/**
 * Sends a notice to every administrator, each in their language.
 * @param options of the outbox: the transport that the mail is bound to
 */
export async function notifyAdministrators(
  tx: Tx,
  { outbox, findAdministrators }: NoticeDependencies,
  compose: NoticeComposer,
  options: Parameters<Outbox['enqueue']>[4] = {},
): Promise<void> {
  const { name, language: siteLanguage } = await readSite(tx);
  for (const { email, language } of await findAdministrators(tx)) {
    const { t } = translatorFor(language, siteLanguage);
    const { subject, lines, page } = compose(t, toPlainName(name));
    const check = t(page === 'general' ? 'mail.accountMail.checkGeneral' : 'mail.accountMail.check');
    const text = [...lines, '', check, ''].join('\n');
    await outbox.enqueue(tx, { to: email, subject, text }, noticeExpirySeconds, 'program', options);
  }
}
