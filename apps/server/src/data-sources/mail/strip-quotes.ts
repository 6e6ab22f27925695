/**
 * Removes quoted mails and signatures from the text of a mail. Forwarded mails stay complete, since the forwarded text is the report.
 * If nothing would be left, the text stays as it is.
 */

/** Subjects of forwarded mails, in the languages of common mail programs. */
const forwardedSubject =
  /^\s*(fwd?|wg|tr|rv|i|enc|vs|doorst|fs|vb|pd|yml|ilt|továbbítás|转发|轉寄|إعادة توجيه)\s*:/i;
const replySubject = /^\s*(re|aw|sv|antw|odp|rif|res|vá|ynt|回复|回覆|رد|ответ)(\s*\[\d+\])?\s*:/i;

/** Whether a subject has the prefix of a forwarded mail. */
export const isForwardedSubject = (subject: string): boolean => forwardedSubject.test(subject);
/** Whether a subject has the prefix of a reply. */
export const isReplySubject = (subject: string): boolean => replySubject.test(subject);

/** The line before a quoted mail: `On Tue, 3 Dec 2019, Ines <ines@example.org> wrote:`. May be wrapped over three lines. */
const quoteIntroductions = [
  /^on\b.{4,300}\bwrote:$/is,
  /^am\b.{4,300}\bschrieb\b.{0,200}:$/is,
  /^le\b.{4,300}\ba écrit\s*:$/is,
  /^el\b.{4,300}\bescribió:$/is,
  /^em\b.{4,300}\bescreveu:$/is,
  /^il\b.{4,300}\bha scritto:$/is,
  /^op\b.{4,300}\bschreef\b.{0,200}:$/is,
  /^den\b.{4,300}\b(skrev|schrieb)\b.{0,200}:$/is,
  /^w dniu\b.{4,300}\b(napisał|pisze)\b.{0,40}:$/is,
  /^(في|بتاريخ).{4,300}(كتب|كتبت)\s*:?$/is,
];

const originalMessage =
  /^\s*[-_]{3,}\s*(original message|ursprüngliche nachricht|message d'origine|message original|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht|originalmeddelande|исходное сообщение)\s*[-_]{3,}\s*$/i;

/** The same, beginning with a date or name and always in one line: `вт, 3 дек. 2019 г. в 10:41, Ines <ines@example.org>:`. */
const singleLineIntroductions = [
  /^\s*\S.{3,200}\d.{0,200}<[^<>\s]+@[^<>\s]+>\s*[:：]\s*$/,
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

function startsQuote(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (originalMessage.test(line) || singleLineIntroductions.some((pattern) => pattern.test(line)))
    return true;
  let joined = '';
  for (const next of lines.slice(index, index + 3)) {
    if (next.trim() === '') break;
    joined = `${joined} ${next.trim()}`.trimStart();
    // Introductions contain a date or time. A sentence with the same words rarely has a digit and ends with a colon.
    if (/\d/.test(joined) && quoteIntroductions.some((pattern) => pattern.test(joined))) return true;
  }
  if (!fromHeaderLine.test(line)) return false;
  return [1, 2].some((offset) => sentHeaderLine.test(lines[index + offset] ?? ''));
}

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
  const quoteIndex = lines.findIndex((_, index) => startsQuote(lines, index));
  const above = quoteIndex < 0 ? [...lines] : lines.slice(0, quoteIndex);
  // Outlook draws a line above the header lines.
  while (above.length > 0 && /^\s*(_{5,}|-{5,})?\s*$/.test(above.at(-1) ?? '')) above.pop();
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
 * @param kind from the headers; quotes are removed from replies only
 */
export function stripQuotesAndSignature(
  text: string,
  kind: { isAnswer: boolean; isForwarded: boolean },
): string {
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ').split('\n');
  const fullText = joinAndTrim(lines);
  if (kind.isForwarded) return fullText;
  const ownLines = kind.isAnswer ? withoutQuote(lines) : lines;
  return joinAndTrim(withoutSignature(ownLines)) || joinAndTrim(ownLines) || fullText;
}
