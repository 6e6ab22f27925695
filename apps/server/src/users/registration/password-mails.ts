/** The mails with the way to a new password. */
import { limits } from '@waypost/contract/common/limits';
import type { Words } from '../../i18n/i18n.public.ts';

interface MailText {
  subject: string;
  text: string;
}

/**
 * Where the link leads: the client's address if it is elsewhere, else this server's. Never what the request says of
 * itself, or whoever asks could have somebody else's token sent to a server of theirs.
 */
export function clientBaseUrl(clientUrl: string | false, publicUrl: string | undefined): string | undefined {
  return (clientUrl || publicUrl)?.replace(/\/+$/, '');
}

/** @param baseUrl the client's address, without a trailing slash; undefined: the person is told the token to type instead */
function resetLinkLines({ t }: Words, baseUrl: string | undefined, token: string): string[] {
  const page = '/forgotpassword/confirm';
  return baseUrl === undefined
    ? [t('mail.password.goTo'), page, t('mail.password.enter'), '', token]
    : [t('mail.password.open'), '', `${baseUrl}${page}/${encodeURIComponent(token)}`];
}

/** @param translator in the language of who reads it @param baseUrl as for `resetLinkLines` */
export function composeResetMail(
  translator: Words,
  siteName: string,
  baseUrl: string | undefined,
  token: string,
): MailText {
  const { t } = translator;
  const site = siteName || 'Waypost';
  const text = [
    t('mail.reset.requested', { site }),
    '',
    ...resetLinkLines(translator, baseUrl, token),
    '',
    t('mail.reset.expiry', { count: limits.passwordResetSeconds / 60 }),
    t('mail.reset.ignore'),
    '',
  ];
  return { subject: t('mail.reset.subject', { site }), text: text.join('\n') };
}

/** @param translator as for `composeResetMail` @param baseUrl as for `resetLinkLines` */
export function composeInvitationMail(
  translator: Words,
  siteName: string,
  baseUrl: string | undefined,
  { email, token }: { email: string; token: string },
): MailText {
  const { t } = translator;
  const site = siteName || 'Waypost';
  const text = [
    t('mail.invitation.account', { site, email }),
    '',
    ...resetLinkLines(translator, baseUrl, token),
    '',
    t('mail.invitation.expiry', { count: limits.invitationSeconds / 86_400 }),
    t('mail.invitation.ignore'),
    '',
  ];
  return { subject: t('mail.invitation.subject', { site }), text: text.join('\n') };
}

/**
 * For the owner of an address with which somebody tried to register.
 * @param translator as for `composeResetMail` @param baseUrl as for `resetLinkLines`
 */
export function composeAlreadyRegisteredMail(
  translator: Words,
  siteName: string,
  baseUrl: string | undefined,
): MailText {
  const { t } = translator;
  const site = siteName || 'Waypost';
  const page = '/forgotpassword';
  const text = [
    t('mail.registered.attempted', { site }),
    '',
    t('mail.registered.forgot'),
    '',
    baseUrl === undefined ? page : `${baseUrl}${page}`,
    '',
    t('mail.registered.ignore'),
    '',
  ];
  return { subject: t('mail.registered.subject', { site }), text: text.join('\n') };
}
