/** Where somebody wanted to go before being asked to log in. Kept for this tab only. */
import { keepText, keptText } from '../ui/device-text.ts';

const key = 'waypost.wanted';

export function rememberAddress(href: string): void {
  if (!/^\/(?:login|register|forbidden|forgotpassword)(?:[/?]|$)/.test(href))
    keepText('sessionStorage', key, href);
}

export const rememberedAddress = (): string | null => keptText('sessionStorage', key);

/** The address, once. */
export function takeRememberedAddress(): string | null {
  const href = rememberedAddress();
  keepText('sessionStorage', key, null);
  return href;
}
