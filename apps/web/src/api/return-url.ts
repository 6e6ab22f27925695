/** Where somebody wanted to go before being asked to log in. Kept for this tab only. */
import { readStoredText, storeText } from '../ui/browser/web-storage.ts';

const storageKey = 'waypost.wanted';

export function storeReturnUrl(href: string): void {
  if (!/^\/(?:login|register|forbidden|forgotpassword)(?:[/?]|$)/.test(href))
    storeText('sessionStorage', storageKey, href);
}

export const readReturnUrl = (): string | null => readStoredText('sessionStorage', storageKey);

/** The address, once. */
export function takeReturnUrl(): string | null {
  const href = readReturnUrl();
  storeText('sessionStorage', storageKey, null);
  return href;
}
