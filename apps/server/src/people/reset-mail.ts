/** The mail with the way to a new password. */
import { limits } from '@waypost/contract/limits';

/**
 * @param base the client's address, without a trailing slash; undefined when nobody configured one, and the person is
 * told the token to type instead
 */
export function resetMail(
  siteName: string,
  base: string | undefined,
  token: string,
): { subject: string; text: string } {
  const site = siteName || 'Waypost';
  const page = '/forgotpassword/confirm';
  const way =
    base === undefined
      ? ['Open the page where you sign in, go to', page, 'and enter this token:', '', token]
      : ['Open this address to set a new one:', '', `${base}${page}/${encodeURIComponent(token)}`];
  const text = [
    `Somebody, probably you, asked for a new password at ${site}.`,
    '',
    ...way,
    '',
    `It works once, within ${limits.passwordReset / 60} minutes, and signs you out everywhere.`,
    'If it was not you, do nothing: your password stays as it is.',
    '',
  ];
  return { subject: `${site}: a new password`, text: text.join('\n') };
}
