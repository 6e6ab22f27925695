/** Converts HTML mails to plain text. No HTML is kept, so no active content can remain. */
import { compile, type FormatCallback, type SelectorDefinition } from 'html-to-text';
import { Parser } from 'htmlparser2';

const formatAll = (selectors: readonly string[], format: string): SelectorDefinition[] =>
  selectors.map((selector) => ({ selector, format }));

const baseSelectors: SelectorDefinition[] = [
  { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
  { selector: 'img', format: 'skip' },
  { selector: 'table', format: 'block' },
  { selector: 'tr', format: 'block' },
  ...['td', 'th'].map((selector) => ({ selector, format: 'inlineSurround', options: { suffix: ' ' } })),
  ...formatAll(
    ['title', 'template', '[hidden]', '[style*="display:none"]', '[style*="display: none"]'],
    'skip',
  ),
  // Not numbered: a number that the sender chooses stands before each line, of every length, and a Roman one of 10,000 is an error.
  { selector: 'ol', format: 'unorderedList' },
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
];

/** Elements that hold a quoted mail without a `blockquote`. */
const quoteSelectors = [
  '.yahoo_quoted',
  '.ntes-mailmaster-quote',
  '.ms-outlook-mobile-reference-message',
  '#mail-editor-reference-message-container',
  '#isReplyContent',
  '[name="quote"]',
];
/** Elements above which the own text ends: Outlook puts the quoted mail beside them, not into them. */
const quoteStartSelectors = ['#appendonsend', '#divRplyFwdMsg', 'hr#stopSpelling'];
/** Elements that are indented by a mail program, and no quote. */
const indentSelectors = ['blockquote[style*="border:none"]', 'blockquote[style*="border: none"]'];
const signatureSelectors = [
  '.gmail_signature',
  '.moz-signature',
  '#Signature',
  '#ms-outlook-mobile-signature',
  '.protonmail_signature_block',
  '#composer_signature',
];

/** Stands before each line of a signature: an invisible separator, which nobody types. */
export const signatureMark = '\u2063\u2063';

/** Writes a line by which `splitMail` knows that a quoted mail follows. */
const writeQuoteStart: FormatCallback = (_element, _walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  builder.addInline('-----Original Message-----');
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const writeSignature: FormatCallback = ({ children }, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(children, builder);
  builder.closeBlock({
    trailingLineBreaks: 2,
    blockTransform: (text) => text.replace(/^/gm, signatureMark),
  });
};

const options = { wordwrap: false as const, limits: { maxDepth: 200, ellipsis: '…' } };
const formatters = { quoteStart: writeQuoteStart, signature: writeSignature };
const withSignatures = [
  ...baseSelectors,
  ...formatAll(signatureSelectors, 'signature'),
  ...formatAll(indentSelectors, 'block'),
];
const convertAll = compile({ ...options, selectors: baseSelectors });
const convertMail = compile({ ...options, formatters, selectors: withSignatures });
const convertReply = compile({
  ...options,
  formatters,
  selectors: [
    ...withSignatures,
    ...formatAll(quoteSelectors, 'blockquote'),
    ...formatAll(quoteStartSelectors, 'quoteStart'),
  ],
});

/** Longest HTML that is converted. */
const maxHtmlLength = 2_000_000;
/** Elements that may be open at once. The parser takes time in the square of their number. */
const maxOpenElements = 500;
/** Lines of text, each counted once for every element that encloses it: quotes and lists write a mark for each before each line. */
const maxEnclosedLines = 1_000_000;

/** Cuts HTML off at the longest length, and where no mail program nests as many elements or lines. */
function cutHtml(html: string): string {
  let end = maxHtmlLength;
  let openElements = 0;
  let enclosedLines = 0;
  const checkLimits = () => {
    if (openElements <= maxOpenElements && enclosedLines <= maxEnclosedLines) return;
    end = Math.min(end, parser.startIndex);
    parser.pause();
  };
  const parser = new Parser({
    onopentag() {
      openElements += 1;
      enclosedLines += openElements;
      checkLimits();
    },
    ontext(text) {
      enclosedLines += openElements * text.split('\n').length;
      checkLimits();
    },
    onclosetag() {
      openElements -= 1;
    },
  });
  parser.write(html.slice(0, maxHtmlLength));
  return html.slice(0, end);
}

/** Converts HTML to text. */
export const htmlToText = (html: string): string => convertAll(cutHtml(html));

/**
 * Converts the HTML of a mail to text as the plain part of a mail has it: in a reply, lines of a quoted mail begin with `>` where mail
 * programs mark its elements. Lines of a signature begin with `signatureMark`.
 */
export const mailHtmlToText = (html: string, { isAnswer }: { isAnswer: boolean }): string =>
  (isAnswer ? convertReply : convertMail)(cutHtml(html));
