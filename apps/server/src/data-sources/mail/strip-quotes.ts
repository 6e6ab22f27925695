/**
 * Removes quoted mails and signatures from the text of a mail. Forwarded mails stay complete, since the forwarded text is the report.
 * If nothing would be left, the text stays as it is.
 */
import EmailReplyParser from 'email-reply-parser';

/** Subjects of forwarded mails, in the languages of common mail programs. */
const forwardedSubject =
  /^\s*(fwd?|wg|tr|rv|i|enc|vs|doorst|fs|vb|pd|yml|ilt|továbbítás|转发|轉寄|إعادة توجيه)\s*:/i;
const replySubject = /^\s*(re|aw|sv|antw|odp|rif|res|vá|ynt|回复|回覆|رد|ответ)(\s*\[\d+\])?\s*:/i;

/** Whether a subject has the prefix of a forwarded mail. */
export const isForwardedSubject = (subject: string): boolean => forwardedSubject.test(subject);
/** Whether a subject has the prefix of a reply. */
export const isReplySubject = (subject: string): boolean => replySubject.test(subject);

const replyParser = new EmailReplyParser();
/** Characters and lines of an introduction: a date, a name and an address. Patterns of the library take long for longer texts. */
const maxIntroduction = { characters: 200, lines: 3 };
/** Introductions that are examined in one mail. */
const maxCandidates = 60;

/** The last character of an introduction, or of the dashes around "Original message". */
const introductionEnds: ReadonlySet<string> = new Set([':', '：', '-']);

/** Whether lines introduce a quoted mail, as a library knows those of common mail programs in about fifteen languages. */
function isIntroduction(text: string): boolean {
  const own = 'own text';
  return replyParser.read(`${own}\n\n${text}\n\n> quoted`).getVisibleText().trim() === own;
}

/** The same in Arabic. */
const arabicIntroduction = /^(في|بتاريخ).{4,200}(كتبت?|تمت كتابة ما يلي بواسطة.{0,100})\s*:?$/is;

const originalMessage =
  /^\s*[-_]{3,}\s*(original message|ursprüngliche nachricht|original-nachricht|originalnachricht|message d['’]origine|message original|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|originalmeddelande|исходное сообщение)\s*[-_]{3,}\s*$/i;

/** The same, beginning with a date or name and always in one line: `вт, 3 дек. 2019 г. в 10:41, Ines <ines@example.org>:`. */
const singleLineIntroductions = [
  /^\s*\S.{3,200}\d.{0,200}<[^<>\s@]+@[^<>\s]+>\s*[:：]\s*$/,
  /^\s*\S.{3,300}(написал|пишет)(\(а\)|а)?:\s*$/i,
  /^\s*\S.{3,300}(写道|寫道)\s*[:：]\s*$/,
];

/** Header lines that Outlook puts before a quoted mail; the second follows within two lines of the first. */
const headerLinePattern = (names: string) => new RegExp(`^\\s*\\**(${names})\\s*:\\**\\s*\\S`, 'i');
const fromHeaderLine = headerLinePattern('from|von|de|da|van|från|fra|od|от|发件人|寄件者|من');
const sentHeaderLine = headerLinePattern(
  'sent|date|gesendet|datum|envoyé|enviado( el)?|inviato|data|verzonden|skickat|sendt|wysłano|отправлено|дата|发送时间|تم الإرسال',
);

const signatureSeparator = /^-- ?$/;
/** Footers added by mail apps of phones. */
const mobileFooter =
  /^\s*(sent from (my |outlook|yahoo|mail |samsung)|get outlook for|sent via|von meinem .{2,40} gesendet|gesendet von|diese nachricht wurde von meinem|envoyé de(puis)? mon|envoyé de(puis)? |enviado desde mi|enviado do meu|inviato da|verstuurd vanaf|skickat från min|wysłane z|отправлено с|发自我的|أُرسلت من)/i;

/** Whether header lines of a quoted mail begin, as Outlook writes them. */
const startsHeader = (lines: readonly string[], index: number): boolean =>
  fromHeaderLine.test(lines[index] ?? '') &&
  [1, 2].some((offset) => sentHeaderLine.test(lines[index + offset] ?? ''));

/** Finds where the quoted mail begins in the lines of one mail. */
class QuoteFinder {
  readonly #lines: readonly string[];
  #candidates = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** The index of its first line; -1 for none. */
  find(): number {
    return this.#lines.findIndex((_, index) => this.#startsAt(index));
  }

  #startsAt(index: number): boolean {
    const line = this.#lines[index] ?? '';
    return (
      originalMessage.test(line) ||
      singleLineIntroductions.some((pattern) => pattern.test(line)) ||
      startsHeader(this.#lines, index) ||
      this.#isIntroducedAt(index)
    );
  }

  #isIntroducedAt(index: number): boolean {
    for (let end = index; end < index + maxIntroduction.lines; end++) {
      const line = this.#lines[end]?.trim() ?? '';
      if (line === '' || line.length > maxIntroduction.characters) return false;
      if (!introductionEnds.has(line.at(-1) ?? '')) continue;
      const text = this.#lines
        .slice(index, end + 1)
        .map((part) => part.trim())
        .join('\n');
      if (text.length > maxIntroduction.characters) return false;
      // Introductions contain a date or time. A sentence with the same words rarely has a digit and ends with a colon.
      if (!/\d/.test(text)) continue;
      if (arabicIntroduction.test(text)) return true;
      if (++this.#candidates > maxCandidates) return false;
      if (isIntroduction(text)) return true;
    }
    return false;
  }
}

/** Whether a mail holds another one below a line such as "-----Original Message-----", although its headers do not say so. */
const hasOriginalMessage = (lines: readonly string[]): boolean =>
  lines.some(
    (line, index) =>
      originalMessage.test(line) && [1, 2].some((offset) => fromHeaderLine.test(lines[index + offset] ?? '')),
  );

function withoutSignature(lines: readonly string[]): string[] {
  const separatorIndex = lines.findIndex((line) => signatureSeparator.test(line));
  // A separator in the first line would leave nothing.
  const above = separatorIndex > 0 ? lines.slice(0, separatorIndex) : [...lines];
  while (above.length > 0) {
    const last = above.at(-1) ?? '';
    if (last.trim() !== '' && !mobileFooter.test(last)) break;
    above.pop();
  }
  return above;
}

function withoutQuote(lines: readonly string[]): string[] {
  const quoteIndex = new QuoteFinder(lines).find();
  const above = quoteIndex < 0 ? [...lines] : lines.slice(0, quoteIndex);
  // Outlook draws a line above the header lines.
  while (above.length > 0 && /^(?:_{5,}|-{5,})?$/.test(above.at(-1)?.trim() ?? '')) above.pop();
  return above.filter((line) => !/^\s*>/.test(line));
}

const joinAndTrim = (lines: readonly string[]) =>
  lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/**
 * Removes quotes and the signature.
 * @param text of the whole mail
 * @param kind from the headers; quotes are removed from replies, and where an original message is marked as such
 */
export function stripQuotesAndSignature(
  text: string,
  kind: { isAnswer: boolean; isForwarded: boolean },
): string {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u00a0\u202f]/g, ' ')
    .split('\n');
  const fullText = joinAndTrim(lines);
  if (kind.isForwarded) return fullText;
  const ownLines = kind.isAnswer || hasOriginalMessage(lines) ? withoutQuote(lines) : lines;
  return joinAndTrim(withoutSignature(ownLines)) || joinAndTrim(ownLines) || fullText;
}
