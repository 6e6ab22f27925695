/** The mails with the way to a new password. */
import { limits } from '@waypost/contract/limits';

interface MailText {
  subject: string;
  text: string;
}

/** @param base the client's address, without a trailing slash; undefined: the person is told the token to type instead */
function wayTo(base: string | undefined, token: string): string[] {
  const page = '/forgotpassword/confirm';
  return base === undefined
    ? ['Open the page where you sign in, go to', page, 'and enter this token:', '', token]
    : ['Open this address to set one:', '', `${base}${page}/${encodeURIComponent(token)}`];
}

/** @param base as for `wayTo` */
export function resetMail(siteName: string, base: string | undefined, token: string): MailText {
  const site = siteName || 'Waypost';
  const text = [
    `Somebody, probably you, asked for a new password at ${site}.`,
    '',
    ...wayTo(base, token),
    '',
    `It works once, within ${limits.passwordReset / 60} minutes, and signs you out everywhere.`,
    'If it was not you, do nothing: your password stays as it is.',
    '',
  ];
  return { subject: `${site}: a new password`, text: text.join('\n') };
}

/** @param base as for `wayTo` */
export function invitationMail(
  siteName: string,
  base: string | undefined,
  { email, token }: { email: string; token: string },
): MailText {
  const site = siteName || 'Waypost';
  const text = [
    `You have an account at ${site}. You log in with ${email} and a password of your own.`,
    '',
    ...wayTo(base, token),
    '',
    `It works once, within ${limits.invitation / 86_400} days.`,
    'If you did not expect this, do nothing.',
    '',
  ];
  return { subject: `${site}: your account`, text: text.join('\n') };
}
