/** Converts HTML mails to plain text. No HTML is kept, so no active content can remain. */
import { compile, type FormatCallback, type SelectorDefinition } from 'html-to-text';
import { Parser } from 'htmlparser2';

const formatAll = (selectors: readonly string[], format: string): SelectorDefinition[] =>
  selectors.map((selector) => ({ selector, format }));

const baseSelectors: SelectorDefinition[] = [
  { selector: 'a', options: { hideLinkHrefIfSameAsText: true, ignoreHref: false, noAnchorUrl: true } },
  { selector: 'img', format: 'skip' },
  { selector: 'table', format: 'block' },
  // Not numbered: a number that the sender chooses stands before each line, of every length, and a Roman one of 10,000 is an error.
  { selector: 'ol', format: 'unorderedList' },
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
];

/** Elements in which mail programs put the quoted mail. */
const quoteSelectors = [
  'blockquote[type="cite"]',
  '.gmail_quote',
  '.gmail_attr',
  '.moz-cite-prefix',
  '.yahoo_quoted',
  '.protonmail_quote',
  '.zmail_extra',
  '.ntes-mailmaster-quote',
  '.ms-outlook-mobile-reference-message',
  '#mail-editor-reference-message-container',
  '#isReplyContent',
  '[name="quote"]',
];
/** Elements above which the own text ends: Outlook puts the quoted mail beside them, not into them. */
const quoteStartSelectors = ['#appendonsend', '#divRplyFwdMsg', '#stopSpelling'];
const signatureSelectors = [
  '.gmail_signature',
  '.moz-signature',
  '#Signature',
  '#ms-outlook-mobile-signature',
  '.protonmail_signature_block',
  '#composer_signature',
];

/** Writes a line by which `splitMail` knows what follows, and then the content of the element. */
const writeLineBefore =
  (line: string): FormatCallback =>
  ({ children }, walk, builder) => {
    builder.openBlock({ leadingLineBreaks: 2 });
    builder.addInline(line);
    builder.closeBlock({ trailingLineBreaks: 1 });
    walk(children, builder);
  };

/** Longest HTML that is converted. */
const maxHtmlLength = 2_000_000;
const options = { wordwrap: false as const, limits: { maxDepth: 200, ellipsis: '…' } };
const convertAll = compile({ ...options, selectors: baseSelectors });
const convertWithMarks = compile({
  ...options,
  formatters: {
    quoteStart: writeLineBefore('-----Original Message-----'),
    signature: writeLineBefore('-- '),
  },
  selectors: [
    ...baseSelectors,
    ...formatAll(quoteSelectors, 'blockquote'),
    ...formatAll(quoteStartSelectors, 'quoteStart'),
    ...formatAll(signatureSelectors, 'signature'),
  ],
});

/** Elements that may be open at once. The parser takes time in the square of their number. */
const maxOpenElements = 500;

/** Cuts HTML off at the longest length, and where more elements are open than any mail program nests. */
function cutHtml(html: string): string {
  let openElements = 0;
  let end = maxHtmlLength;
  const parser = new Parser({
    onopentag() {
      openElements += 1;
      if (openElements <= maxOpenElements) return;
      end = parser.startIndex;
      parser.pause();
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
 * Converts the HTML of a mail to text as the plain part of a mail has it: lines of a quoted mail begin with `>`, where mail programs mark
 * its elements, and `-- ` stands above the signature.
 */
export const mailHtmlToText = (html: string): string => convertWithMarks(cutHtml(html));
