/** Parses mails: author, own text and quoted text, references, pictures. */
import { limits } from '@waypost/contract/common/limits';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { repairWindows1252 } from '../../kernel/decode-bytes.ts';
import { classifyMail, type MailAuthorKind } from './classify-mail.ts';
import { htmlToText, mailHtmlToText } from './html-to-text.ts';
import { isForwardedSubject, isReplySubject } from './mail-words.ts';
import { splitMail } from './split-mail.ts';

/** Maximum length of the stored text. */
const maxTextLength = 50_000;
/** Maximum number of stored pictures per mail. */
const maxPictures = 10;
/** Inline pictures up to this size are taken for decoration (logos, tracking pixels) and dropped. */
const maxInlineDecorationBytes = 8192;

/** A picture attached to a mail. */
export interface MailPicture {
  name: string;
  mime: string;
  bytes: Buffer;
}

/** The parsed parts of a mail. */
export interface ParsedMail {
  /** Message-ID without angle brackets; null if missing. */
  id: string | null;
  authorKind: MailAuthorKind;
  /** The sender's address in lower case; empty if missing. */
  from: string;
  name: string;
  subject: string;
  /** When it was sent, by the sender's clock; undefined if missing or in the future. */
  date: Date | undefined;
  /** The sender's own text, without quotes and signature; empty if there is none. */
  text: string;
  /** The quoted mails and the signature. */
  quotedText: string;
  /** Message-IDs of the mails that it replies to, nearest first. */
  inReplyToIds: string[];
  /** For bounces: Message-IDs of the undelivered mails, as far as the bounce contains them. */
  undeliveredIds: string[];
  pictures: MailPicture[];
}

const parseMessageIds = (text: string | undefined): string[] =>
  [...(text ?? '').matchAll(/<([^<>\s]{1,400})>/g)].flatMap((match) => match[1] ?? []);

const firstMailbox = (address: Address | undefined) => address?.group?.[0] ?? address;

function toBuffer({ content }: Attachment): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof ArrayBuffer
    ? Buffer.from(content)
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}

function extractPictures(attachments: readonly Attachment[]): MailPicture[] {
  return attachments
    .filter(
      ({ mimeType, filename }) =>
        mimeType.startsWith('image/') || /\.(jpe?g|png|gif|webp|hei[cf])$/i.test(filename ?? ''),
    )
    .map((attachment) => ({
      name: attachment.filename ?? 'picture',
      // Some mail programs send no image type. The type is detected from the bytes later.
      mime: attachment.mimeType.startsWith('image/') ? attachment.mimeType : 'image/unknown',
      bytes: toBuffer(attachment),
      isInline: attachment.related === true,
    }))
    .filter(
      ({ bytes, isInline }) =>
        bytes.length > (isInline ? maxInlineDecorationBytes : 0) && bytes.length <= limits.mediaBytes,
    )
    .slice(0, maxPictures)
    .map(({ name, mime, bytes }) => ({ name, mime, bytes }));
}

/** Parses the date. Future dates are ignored: they would keep the post at the top of every list. */
function parseDate(text: string | undefined): Date | undefined {
  const date = new Date(text ?? '');
  const isPlausible = date.getTime() > Date.UTC(1990, 0) && date.getTime() < Date.now() + 60_000;
  return isPlausible ? date : undefined;
}

/** Message-IDs in a bounce, which contains the undelivered mail, its headers, or only a line in the report. */
function findUndeliveredIds(email: Email): string[] {
  const texts = email.attachments
    .filter((attachment) => /^(message\/|text\/rfc822-headers)/.test(attachment.mimeType))
    .map((attachment) => toBuffer(attachment).toString('latin1'));
  const ids = [...texts, email.text ?? ''].flatMap((text) =>
    [...text.matchAll(/^(?:message-id|x-original-message-id):\s*(<[^<>\s]{1,400}>)/gim)].flatMap((match) =>
      parseMessageIds(match[1]),
    ),
  );
  return [...new Set([...ids, ...parseMessageIds(email.inReplyTo)])];
}

/**
 * Parses a mail.
 * @param raw may be cut off at the end
 * @throws if it is not a mail
 */
export async function parseMail(raw: Buffer): Promise<ParsedMail> {
  const email = await PostalMime.parse(raw, { forceRfc822Attachments: false, maxNestingDepth: 50 });
  const headers = new Map<string, string>();
  for (const { key, value } of email.headers) if (!headers.has(key)) headers.set(key, value);
  const sender = firstMailbox(email.from) ?? firstMailbox(email.sender);
  const from = (sender?.address ?? '').trim().toLowerCase();
  const authorKind = classifyMail(headers, from);
  const subject = repairWindows1252(email.subject ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  const references = parseMessageIds(email.references).reverse();
  const inReplyToIds = [...new Set([...parseMessageIds(email.inReplyTo), ...references])];
  const kind = {
    isAnswer: inReplyToIds.length > 0 || isReplySubject(subject),
    isForwarded: isForwardedSubject(subject),
  };
  const convertHtml = (html: string) => (kind.isForwarded ? htmlToText(html) : mailHtmlToText(html, kind));
  const fullText = email.text?.trim() ? email.text : convertHtml(email.html ?? '');
  // Quotes may be longer than the own text; only this much is searched for them.
  const { own, quoted } = splitMail(repairWindows1252(fullText.slice(0, maxTextLength * 4)), kind);
  return {
    id: parseMessageIds(email.messageId)[0] ?? null,
    authorKind,
    from,
    name: repairWindows1252(sender?.name ?? '').trim(),
    subject,
    date: parseDate(email.date),
    text: own.slice(0, maxTextLength),
    quotedText: quoted.slice(0, maxTextLength),
    inReplyToIds,
    undeliveredIds: authorKind === 'bounce' ? findUndeliveredIds(email) : [],
    pictures: extractPictures(email.attachments),
  };
}
