/** Reads and writes texts in web storage. Where storage is blocked, as in many frames of other sites, nothing is stored. */

/** `localStorage` keeps a text until it is removed, `sessionStorage` for this tab only. */
type StorageArea = 'localStorage' | 'sessionStorage';

/** @returns null when nothing is stored, or storage is blocked */
export function readStoredText(area: StorageArea, key: string): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** @param text null removes it */
export function storeText(area: StorageArea, key: string, text: string | null): void {
  try {
    if (text === null) window[area].removeItem(key);
    else window[area].setItem(key, text);
  } catch {
    // Storage is blocked or full: the text is not kept.
  }
}
