/** Where somebody wanted to go before being asked to log in. Kept for this tab only. */
const key = 'waypost.wanted';

export function rememberAddress(href: string): void {
  if (!/^\/(?:login|register|forbidden|forgotpassword)(?:[/?]|$)/.test(href))
    sessionStorage.setItem(key, href);
}

/** The address, once. */
export function takeRememberedAddress(): string | null {
  const href = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return href;
}
