/** Texts kept on the device. Where storage is closed to us, as in many a frame of another site, nothing is kept. */

/** Kept until taken away, or for this tab. */
type Place = 'localStorage' | 'sessionStorage';

export function keptText(place: Place, key: string): string | null {
  try {
    return window[place].getItem(key);
  } catch {
    return null;
  }
}

/** @param text null takes it away */
export function keepText(place: Place, key: string, text: string | null): void {
  try {
    if (text === null) window[place].removeItem(key);
    else window[place].setItem(key, text);
  } catch {
    // It holds until the page is left.
  }
}
