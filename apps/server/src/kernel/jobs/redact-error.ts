/** Removes personal data from errors before they are stored, shown or logged: messages of mail servers contain addresses. */
import { parseUrl } from '@waypost/contract/common/parse-url';
import { JobError } from './job.ts';

const maxLength = 300;

const codeOf = (error: object) => ('code' in error && typeof error.code === 'string' ? error.code : null);

/** Replaces e-mail addresses: words with an @ inside. */
export const redactMailAddresses = (text: string): string =>
  text.replace(/[^\s<>"'(),;]+/g, (word) => (/.@./.test(word) ? '…' : word));

/** Removes whatever looks like an e-mail address, a phone number or a key, and paths of URLs. */
const redact = (text: string) =>
  redactMailAddresses(text)
    .replace(/https?:\/\/\S+/g, (url) => parseUrl(url)?.host ?? '…')
    .replace(/[\w-]{24,}/g, '…')
    .replace(/\+?\d[\d\s().-]{5,}\d/g, '…');

/** An error without personal data. */
export interface RedactedError {
  message: string;
  /** `ECONNREFUSED`, `23505` */
  code: string | null;
}

/** Redacts an error for the list of failed jobs and for the log. */
export function redactError(error: unknown): RedactedError {
  if (error instanceof JobError) return { message: error.message.slice(0, maxLength), code: null };
  if (!(error instanceof Error)) return { message: 'Unknown', code: null };
  return { message: redact(error.message).slice(0, maxLength) || error.name, code: codeOf(error) };
}

/** The same for the log, with the stack frames. */
export function redactErrorForLog(error: unknown): RedactedError & { stack: string } {
  const frames =
    error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line)) : [];
  return { ...redactError(error), stack: frames.slice(0, 12).join('\n') };
}
