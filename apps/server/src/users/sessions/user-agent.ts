/** Names of browser and system for the list of logins: enough to recognise a device, too little to track one. */
import { parse } from 'bowser';

/** What is stored about the device of a session. */
export interface UserAgentInfo {
  browser: string | null;
  system: string | null;
  time_zone: string | null;
}

/** Maximum characters of a name, since clients can send any `User-Agent`. */
const maxNameLength = 40;

const sanitizeName = (name: string | undefined): string | null => {
  const sanitized = (name ?? '').replace(/[^\p{L}\p{N} ._+-]/gu, '').trim();
  return sanitized === '' ? null : sanitized.slice(0, maxNameLength);
};

/** @returns the canonical IANA name; null for an unknown time zone */
function parseTimeZone(timeZone: string | undefined): string | null {
  if (!timeZone) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * Parses the names of browser and system. Versions are left out: they would help to identify devices.
 * @param userAgent `User-Agent` header of the login
 * @param timeZone IANA name that the client sent, such as `Africa/Nairobi`
 */
export function parseUserAgent(userAgent: string | undefined, timeZone: string | undefined): UserAgentInfo {
  const time_zone = parseTimeZone(timeZone);
  if (!userAgent) return { browser: null, system: null, time_zone };
  const { browser, os } = parse(userAgent.slice(0, 500));
  return { browser: sanitizeName(browser.name), system: sanitizeName(os.name), time_zone };
}
