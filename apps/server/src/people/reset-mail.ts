/** The mails with the way to a new password. */
import { limits } from '@waypost/contract/limits';
import type { Words } from '../words/words.public.ts';

interface MailText {
  subject: string;
  text: string;
}

/**
 * Where the link leads: the client's address if it is elsewhere, else this server's. Never what the request says of
 * itself, or whoever asks could have somebody else's token sent to a server of theirs.
 */
export function clientAddress(clientUrl: string | false, publicUrl: string | undefined): string | undefined {
  return (clientUrl || publicUrl)?.replace(/\/+$/, '');
}

/** @param base the client's address, without a trailing slash; undefined: the person is told the token to type instead */
function wayTo({ t }: Words, base: string | undefined, token: string): string[] {
  const page = '/forgotpassword/confirm';
  return base === undefined
    ? [t('mail.password.goTo'), page, t('mail.password.enter'), '', token]
    : [t('mail.password.open'), '', `${base}${page}/${encodeURIComponent(token)}`];
}

/** @param words in the language of who reads it @param base as for `wayTo` */
export function resetMail(words: Words, siteName: string, base: string | undefined, token: string): MailText {
  const { t } = words;
  const site = siteName || 'Waypost';
  const text = [
    t('mail.reset.asked', { site }),
    '',
    ...wayTo(words, base, token),
    '',
    t('mail.reset.once', { count: limits.passwordReset / 60 }),
    t('mail.reset.ignore'),
    '',
  ];
  return { subject: t('mail.reset.subject', { site }), text: text.join('\n') };
}

/** @param words as for `resetMail` @param base as for `wayTo` */
export function invitationMail(
  words: Words,
  siteName: string,
  base: string | undefined,
  { email, token }: { email: string; token: string },
): MailText {
  const { t } = words;
  const site = siteName || 'Waypost';
  const text = [
    t('mail.invitation.account', { site, email }),
    '',
    ...wayTo(words, base, token),
    '',
    t('mail.invitation.once', { count: limits.invitation / 86_400 }),
    t('mail.invitation.ignore'),
    '',
  ];
  return { subject: t('mail.invitation.subject', { site }), text: text.join('\n') };
}

/**
 * For the owner of an address with which somebody tried to register.
 * @param words as for `resetMail` @param base as for `wayTo`
 */
export function alreadyRegisteredMail(words: Words, siteName: string, base: string | undefined): MailText {
  const { t } = words;
  const site = siteName || 'Waypost';
  const page = '/forgotpassword';
  const text = [
    t('mail.registered.tried', { site }),
    '',
    t('mail.registered.forgot'),
    '',
    base === undefined ? page : `${base}${page}`,
    '',
    t('mail.registered.ignore'),
    '',
  ];
  return { subject: t('mail.registered.subject', { site }), text: text.join('\n') };
}
