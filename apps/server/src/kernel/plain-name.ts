/** Names in mails and text messages that people trust: what a name says must not pass for a link or a line of the mail. */
import { normalizeText } from '@waypost/contract/common/normalize-text';

const maxLength = 60;
/** Characters that mail programs or IDNA take for a dot. */
const dots = '.\u3002\uff0e\uff61\u2024';

/**
 * A name as it is quoted in account mails and codes: one line, without anything that mail programs or phones turn into a link
 * (addresses, domains, mail addresses, phone numbers), and short, so that no message fits into it.
 * @param fallback for a name of which nothing is left
 */
export function toPlainName(name: string, fallback = 'Waypost'): string {
  const plain = normalizeText(name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]+/gu, ' '), 'NFKC')
    .replace(new RegExp(`[${dots}](?=\\S)`, 'gu'), ' ')
    .replace(/[:/\\@]+/g, ' ')
    .replace(/\bwww\b/giu, ' ')
    // Years stay; what is as long as a phone number could be dialled.
    .replace(/\+?\p{Nd}(?:[\s().,·_\p{Pd}]*\p{Nd}){6,}/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const characters = Array.from(plain);
  const short = characters.length > maxLength ? `${characters.slice(0, maxLength).join('').trim()}…` : plain;
  return short || fallback;
}
