/** Mails that are only HTML, as text. Nothing of the HTML is kept, so nothing in it can do anything. */
import { compile, type SelectorDefinition } from 'html-to-text';

const skipped = (selectors: readonly string[]): SelectorDefinition[] =>
  selectors.map((selector) => ({ selector, format: 'skip' }));

const base: SelectorDefinition[] = [
  { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
  { selector: 'img', format: 'skip' },
  { selector: 'table', format: 'block' },
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
];

/** What mail programs mark as the mail that is answered, and as a signature. */
const quotes = [
  'blockquote[type="cite"]',
  '.gmail_quote',
  '.gmail_attr',
  '.moz-cite-prefix',
  '.yahoo_quoted',
  '.protonmail_quote',
  '#divRplyFwdMsg',
  '#appendonsend',
  '#mail-editor-reference-message-container',
];
const signatures = ['.gmail_signature', '.moz-signature', '#Signature', '.protonmail_signature_block'];

const limits = { maxInputLength: 2_000_000, maxDepth: 200, ellipsis: '…' };
const plain = { wordwrap: false as const, limits };
const whole = compile({ ...plain, selectors: base });
const unsigned = compile({ ...plain, selectors: [...base, ...skipped(signatures)] });
const own = compile({ ...plain, selectors: [...base, ...skipped([...signatures, ...quotes])] });

/** @param kind as in `writtenText` */
export function textOfHtml(html: string, kind: { isAnswer: boolean; isForwarded: boolean }): string {
  if (kind.isForwarded) return whole(html);
  return (kind.isAnswer ? own : unsigned)(html).trim() || whole(html);
}
