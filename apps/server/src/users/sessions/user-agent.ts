/** What the list of logins says of a device: names that a person recognises, and nothing by which anybody is traced. */
import { parse } from 'bowser';

export interface UserAgentInfo {
  browser: string | null;
  system: string | null;
  time_zone: string | null;
}

/** Characters of a name; programs may call themselves anything. */
const maxNameLength = 40;

const sanitizeName = (name: string | undefined): string | null => {
  const clean = (name ?? '').replace(/[^\p{L}\p{N} ._+-]/gu, '').trim();
  return clean === '' ? null : clean.slice(0, maxNameLength);
};

/** @returns an IANA name as it is usually written; null for what is none */
function parseTimeZone(sent: string | undefined): string | null {
  if (!sent) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: sent }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * Names a device by what it says of itself. Versions are left out: they tell devices apart, which nobody needs here.
 * @param userAgent header of the login
 * @param getTimeZone IANA name that the client sent, such as `Africa/Nairobi`
 */
export function parseUserAgent(userAgent: string | undefined, timeZone: string | undefined): UserAgentInfo {
  const time_zone = parseTimeZone(timeZone);
  if (!userAgent) return { browser: null, system: null, time_zone };
  const { browser, os } = parse(userAgent.slice(0, 500));
  return { browser: sanitizeName(browser.name), system: sanitizeName(os.name), time_zone };
}
