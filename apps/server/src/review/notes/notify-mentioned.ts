/** Mails to members of the team who are mentioned in a note. */
import { translatorFor } from '../../i18n/i18n.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { toPlainName } from '../../kernel/plain-name.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import type { Outbox } from '../../mail/mail.public.ts';
import { readSite } from '../../settings/settings.public.ts';
import type { ReviewerRow } from '../reviewers.sql.ts';

const mailExpirySeconds = 604_800;

/**
 * Sends each member a mail in their language. It holds neither the note nor the report, since mail leaves the deployment.
 * @param recipients without the author of the note
 */
export async function notifyMentioned(
  tx: Tx,
  outbox: Outbox,
  author: Viewer,
  postId: number,
  recipients: readonly ReviewerRow[],
): Promise<void> {
  if (recipients.length === 0) return;
  const { name, language: siteLanguage, client_url } = await readSite(tx);
  const site = toPlainName(name);
  for (const { email, language } of recipients) {
    const { t } = translatorFor(language, siteLanguage);
    const person = toPlainName(author.realname ?? '') || t('mail.mention.somebody');
    const text = [
      t('mail.mention.text', { person, id: postId }),
      ...(client_url ? ['', `${client_url}/posts/${postId}`] : []),
      '',
    ].join('\n');
    const subject = t('mail.mention.subject', { site, person });
    await outbox.enqueue(tx, { to: email, subject, text }, mailExpirySeconds);
  }
}
