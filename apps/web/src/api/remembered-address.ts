/** Where somebody wanted to go before being asked to log in. Kept for this tab only. */
const key = 'waypost.wanted';

export function rememberAddress(href: string): void {
  if (!/^\/(?:login|register|forbidden|forgotpassword)(?:[/?]|$)/.test(href))
    sessionStorage.setItem(key, href);
}

export const rememberedAddress = (): string | null => sessionStorage.getItem(key);

/** The address, once. */
export function takeRememberedAddress(): string | null {
  const href = rememberedAddress();
  sessionStorage.removeItem(key);
  return href;
}
