/** Texts of the mails about passwords: reset, invitation, address already registered. */

import { limits } from '@waypost/contract/common/limits';
import { trailingSlashes } from '@waypost/contract/common/trailing-slashes';
import type { Translator } from '../../i18n/i18n.public.ts';
import { toPlainName } from '../../kernel/plain-name.ts';

interface MailText {
  subject: string;
  text: string;
}

/**
 * Base URL of links in mails: the client's URL if it is set, else this server's. Never the `Host` of the request:
 * a caller could otherwise have another user's token sent to their own server.
 */
export function clientBaseUrl(clientUrl: string | false, publicUrl: string | undefined): string | undefined {
  return (clientUrl || publicUrl)?.replace(trailingSlashes, '');
}

/** @param baseUrl the client's URL without a trailing slash; undefined: the mail contains the token to type instead */
function resetLinkLines({ t }: Translator, baseUrl: string | undefined, token: string): string[] {
  const page = '/forgotpassword/confirm';
  return baseUrl === undefined
    ? [t('mail.password.goTo'), page, t('mail.password.enter'), '', token]
    : [t('mail.password.open'), '', `${baseUrl}${page}/${encodeURIComponent(token)}`];
}

/**
 * The mail with a link to set a new password.
 * @param translator in the recipient's language
 * @param baseUrl as for `resetLinkLines`
 */
export function composeResetMail(
  translator: Translator,
  siteName: string,
  baseUrl: string | undefined,
  token: string,
): MailText {
  const { t } = translator;
  const site = toPlainName(siteName);
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

/**
 * The mail to a user whose account was created by an administrator.
 * @param translator in the recipient's language
 * @param baseUrl as for `resetLinkLines`
 */
export function composeInvitationMail(
  translator: Translator,
  siteName: string,
  baseUrl: string | undefined,
  { email, token }: { email: string; token: string },
): MailText {
  const { t } = translator;
  const site = toPlainName(siteName);
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
 * The mail with an invitation to the team: whoever opens its link creates the account.
 * @param translator in the language of the deployment
 * @param baseUrl the client's URL without a trailing slash; undefined: the mail contains the path alone
 */
export function composeTeamInvitationMail(
  { t }: Translator,
  siteName: string,
  baseUrl: string | undefined,
  { token, days }: { token: string; days: number },
): MailText {
  const site = toPlainName(siteName);
  const path = `/invitation/${encodeURIComponent(token)}`;
  const text = [
    t('mail.invited.text', { site }),
    '',
    ...(baseUrl === undefined ? [t('mail.invited.page'), path] : [`${baseUrl}${path}`]),
    '',
    t('mail.invited.expiry', { count: days }),
    t('mail.invitation.ignore'),
    '',
  ];
  return { subject: t('mail.invited.subject', { site }), text: text.join('\n') };
}

/**
 * The mail to the owner of an account whose address was used to register again.
 * @param translator in the recipient's language
 * @param baseUrl as for `resetLinkLines`
 */
export function composeAlreadyRegisteredMail(
  translator: Translator,
  siteName: string,
  baseUrl: string | undefined,
): MailText {
  const { t } = translator;
  const site = toPlainName(siteName);
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
