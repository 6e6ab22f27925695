/** Texts kept on the device. Where storage is closed to us, as in many a frame of another site, nothing is kept. */

/** Kept until taken away, or for this tab. */
type StorageArea = 'localStorage' | 'sessionStorage';

export function readStoredText(area: StorageArea, key: string): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** @param text null takes it away */
export function storeText(area: StorageArea, key: string, text: string | null): void {
  try {
    if (text === null) window[area].removeItem(key);
    else window[area].setItem(key, text);
  } catch {
    // It holds until the page is left.
  }
}
