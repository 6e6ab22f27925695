/** The URL to return to after logging in; stored for this tab only. */
import { readStoredText, storeText } from '../ui/browser/web-storage.ts';

const storageKey = 'waypost.wanted';

/** Stores the URL, unless it is one of the login pages. */
export function storeReturnUrl(href: string): void {
  if (!/^\/(?:login|register|forbidden|forgotpassword)(?:[/?]|$)/.test(href))
    storeText('sessionStorage', storageKey, href);
}

/** The stored URL, or null. */
export const readReturnUrl = (): string | null => readStoredText('sessionStorage', storageKey);

/** Reads and removes the stored URL. */
export function takeReturnUrl(): string | null {
  const href = readReturnUrl();
  storeText('sessionStorage', storageKey, null);
  return href;
}
