/** Converts HTML mails to plain text. No HTML is kept, so no active content can remain. */
import { compile, type FormatCallback, type SelectorDefinition } from 'html-to-text';

const toSkipSelectors = (selectors: readonly string[]): SelectorDefinition[] =>
  selectors.map((selector) => ({ selector, format: 'skip' }));

const baseSelectors: SelectorDefinition[] = [
  { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
  { selector: 'img', format: 'skip' },
  { selector: 'table', format: 'block' },
  // Not numbered: a number that the sender chooses stands before each line, of every length, and a Roman one of 10,000 is an error.
  { selector: 'ol', format: 'unorderedList' },
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
];

/** Elements in which mail programs put the quoted mail, and the signature. */
const quoteSelectors = [
  'blockquote[type="cite"]',
  '.gmail_quote',
  '.gmail_attr',
  '.moz-cite-prefix',
  '.yahoo_quoted',
  '.protonmail_quote',
  '#mail-editor-reference-message-container',
];
/** Elements above which the own text ends: Outlook puts the quoted mail beside them, not into them. */
const quoteStartSelectors = ['#appendonsend', '#divRplyFwdMsg'];
/** The line by which `stripQuotesAndSignature` knows where the quoted mail begins. */
const markQuoteStart: FormatCallback = (_element, _walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addInline('-----Original Message-----');
  builder.closeBlock({ trailingLineBreaks: 2 });
};
const signatureSelectors = [
  '.gmail_signature',
  '.moz-signature',
  '#Signature',
  '.protonmail_signature_block',
];

const parserLimits = { maxInputLength: 2_000_000, maxDepth: 200, ellipsis: '…' };
const plainOptions = { wordwrap: false as const, limits: parserLimits };
const convertAll = compile({ ...plainOptions, selectors: baseSelectors });
const convertWithoutSignature = compile({
  ...plainOptions,
  selectors: [...baseSelectors, ...toSkipSelectors(signatureSelectors)],
});
const convertOwnText = compile({
  ...plainOptions,
  formatters: { markQuoteStart },
  selectors: [
    ...baseSelectors,
    ...toSkipSelectors([...signatureSelectors, ...quoteSelectors]),
    ...quoteStartSelectors.map((selector) => ({ selector, format: 'markQuoteStart' })),
  ],
});

/** Converts HTML to text, without quotes and signature. @param kind as in `stripQuotesAndSignature` */
export function htmlToText(html: string, kind: { isAnswer: boolean; isForwarded: boolean }): string {
  if (kind.isForwarded) return convertAll(html);
  return (kind.isAnswer ? convertOwnText : convertWithoutSignature)(html).trim() || convertAll(html);
}
