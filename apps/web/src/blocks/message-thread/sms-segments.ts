/** How many text messages a text is sent as: by the alphabet of GSM where that suffices, else in UCS-2 (3GPP TS 23.038). */

const gsmBasicAlphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Each takes the room of two. */
const gsmExtendedAlphabet = '\f^{}\\[~]|€';

/** Units that fit into a message alone, and into one of several, which carries its place among them. */
const segmentCapacity = { gsm: { one: 160, part: 153 }, ucs2: { one: 70, part: 67 } };

/** Parts that hold so many units, where none may be cut: `widths` are those of the characters. */
function countParts(widths: readonly number[], { one, part }: { one: number; part: number }): number {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= one) return 1;
  let parts = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > part) {
      parts++;
      used = 0;
    }
    used += width;
  }
  return parts;
}

/** @returns 0 for an empty text */
export function countSmsSegments(text: string): number {
  const characters = Array.from(text);
  if (characters.length === 0) return 0;
  const isGsm = characters.every((it) => gsmBasicAlphabet.includes(it) || gsmExtendedAlphabet.includes(it));
  const widths = characters.map((it) => (isGsm ? (gsmExtendedAlphabet.includes(it) ? 2 : 1) : it.length));
  return countParts(widths, isGsm ? segmentCapacity.gsm : segmentCapacity.ucs2);
}
