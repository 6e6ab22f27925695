/** Number of SMS segments of a text: in the GSM alphabet if possible, else in UCS-2 (3GPP TS 23.038). */

const gsmBasicAlphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Characters that take two units. */
const gsmExtendedAlphabet = '\f^{}\\[~]|€';

/** Units in a single message, and in each segment of a concatenated one, which has a header. */
const segmentCapacity = {
  gsm: { single: 160, concatenated: 153 },
  ucs2: { single: 70, concatenated: 67 },
};

/** Number of segments for characters of these widths, none of which may be split. */
function countSegments(
  widths: readonly number[],
  { single, concatenated }: { single: number; concatenated: number },
): number {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= single) return 1;
  let segments = 1;
  let usedUnits = 0;
  for (const width of widths) {
    if (usedUnits + width > concatenated) {
      segments++;
      usedUnits = 0;
    }
    usedUnits += width;
  }
  return segments;
}

/** Number of segments; 0 for an empty text. */
export function countSmsSegments(text: string): number {
  const characters = Array.from(text);
  if (characters.length === 0) return 0;
  const isGsm = characters.every((it) => gsmBasicAlphabet.includes(it) || gsmExtendedAlphabet.includes(it));
  const widths = characters.map((it) => (isGsm ? (gsmExtendedAlphabet.includes(it) ? 2 : 1) : it.length));
  return countSegments(widths, isGsm ? segmentCapacity.gsm : segmentCapacity.ucs2);
}
