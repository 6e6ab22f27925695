/** From the bytes of a mail to what it says: who wrote it, what of it is theirs, which pictures come with it. */
import { limits } from '@waypost/contract/common/limits';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { classifyMail, type MailAuthorKind } from './classify-mail.ts';
import { htmlToText } from './html-to-text.ts';
import { isForwardedSubject, isReplySubject, stripQuotesAndSignature } from './strip-quotes.ts';

/** Letters of a text that are kept: what is longer is no report, and nobody reads it. */
const maxTextLength = 50_000;
/** Pictures of one mail that are kept. */
const maxPictures = 10;
/** Bytes of a picture in the text that is no more than an ornament: a logo below a signature, a counted pixel. */
const maxInlineDecorationBytes = 8192;

export interface MailPicture {
  name: string;
  mime: string;
  bytes: Buffer;
}

export interface ParsedMail {
  /** Its Message-ID without angle brackets; null when it has none. */
  id: string | null;
  authorKind: MailAuthorKind;
  /** Lower case; empty when the mail names nobody. */
  from: string;
  name: string;
  subject: string;
  /** When it was written, as its sender's clock says; undefined when it does not say, or says a time to come. */
  date: Date | undefined;
  /** What the sender wrote; the pictures' names when they wrote nothing. */
  text: string;
  /** Message-IDs of the mails that it answers, the nearest first. */
  inReplyToIds: string[];
  /** Of a bounce: the Message-IDs of what did not arrive, as far as it says. */
  undeliveredIds: string[];
  pictures: MailPicture[];
}

const parseMessageIds = (text: string | undefined): string[] =>
  [...(text ?? '').matchAll(/<([^<>\s]{1,400})>/g)].flatMap((found) => found[1] ?? []);

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
        mimeType.startsWith('image/') || /\.(jpe?g|png|gif|webp)$/i.test(filename ?? ''),
    )
    .map((it) => ({
      name: it.filename ?? 'picture',
      // What a picture is, its bytes say; some programs do not know.
      mime: it.mimeType.startsWith('image/') ? it.mimeType : 'image/unknown',
      bytes: toBuffer(it),
      isInText: it.related === true,
    }))
    .filter(
      ({ bytes, isInText }) =>
        bytes.length > (isInText ? maxInlineDecorationBytes : 0) && bytes.length <= limits.mediaBytes,
    )
    .slice(0, maxPictures)
    .map(({ name, mime, bytes }) => ({ name, mime, bytes }));
}

/** Senders' clocks go wrong; a time to come would keep its post at the top of every list. */
function parseDate(text: string | undefined): Date | undefined {
  const date = new Date(text ?? '');
  const isLikely = date.getTime() > Date.UTC(1990, 0) && date.getTime() < Date.now() + 60_000;
  return isLikely ? date : undefined;
}

/** What a bounce brings along of the mail that it is about: whole, its heads, or only a line in the report. */
function findUndeliveredIds(email: Email): string[] {
  const texts = email.attachments
    .filter((it) => /^(message\/|text\/rfc822-headers)/.test(it.mimeType))
    .map((it) => toBuffer(it).toString('latin1'));
  const found = [...texts, email.text ?? ''].flatMap((text) =>
    [...text.matchAll(/^(?:message-id|x-original-message-id):\s*(<[^<>\s]{1,400}>)/gim)].flatMap((it) =>
      parseMessageIds(it[1]),
    ),
  );
  return [...new Set([...found, ...parseMessageIds(email.inReplyTo)])];
}

/**
 * Reads a mail.
 * @param raw as the server has it; what is cut off at the end is read as far as it goes
 * @throws when it is no mail at all
 */
export async function parseMail(raw: Buffer): Promise<ParsedMail> {
  const email = await PostalMime.parse(raw, { forceRfc822Attachments: false, maxNestingDepth: 50 });
  const headers = new Map<string, string>();
  for (const { key, value } of email.headers) if (!headers.has(key)) headers.set(key, value);
  const sender = firstMailbox(email.from) ?? firstMailbox(email.sender);
  const from = (sender?.address ?? '').trim().toLowerCase();
  const writer = classifyMail(headers, from);
  const subject = (email.subject ?? '').replace(/\s+/g, ' ').trim();
  const references = parseMessageIds(email.references).reverse();
  const answers = [...new Set([...parseMessageIds(email.inReplyTo), ...references])];
  const kind = {
    isAnswer: answers.length > 0 || isReplySubject(subject),
    isForwarded: isForwardedSubject(subject),
  };
  const fullText = email.text?.trim() ? email.text : htmlToText(email.html ?? '', kind);
  // What is quoted may be longer than what is written, and is looked through only so far.
  const truncatedText = fullText.slice(0, maxTextLength * 4);
  return {
    id: parseMessageIds(email.messageId)[0] ?? null,
    authorKind: writer,
    from,
    name: (sender?.name ?? '').trim(),
    subject,
    date: parseDate(email.date),
    text: stripQuotesAndSignature(truncatedText, kind).slice(0, maxTextLength),
    inReplyToIds: answers,
    undeliveredIds: writer === 'bounce' ? findUndeliveredIds(email) : [],
    pictures: extractPictures(email.attachments),
  };
}
