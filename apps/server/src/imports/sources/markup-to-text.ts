/**
 * Converts HTML, as map programs write it, to text: line breaks, links as Markdown, rows of tables as lines. Texts without tags and
 * entities stay as they are. Nothing active can remain, since no tag is kept.
 */
import {
  compile,
  type DomNode,
  type FormatCallback,
  type RecursiveCallback,
  type SelectorDefinition,
} from 'html-to-text';

/** A text with the addresses of the pictures that stood in it. */
export interface ConvertedMarkup {
  text: string;
  pictures: readonly string[];
}

/** Elements of HTML, and of Office such as `o:p`. Other names in angle brackets are text. */
const names =
  'a|abbr|acronym|address|article|aside|audio|b|basefont|bdi|bdo|big|blockquote|body|br|button|canvas|caption|center|cite|code|col|colgroup|dd|del|details|dfn|div|dl|dt|em|embed|fieldset|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|ins|kbd|label|legend|li|main|mark|math|meta|nav|nobr|noscript|ol|option|p|param|picture|pre|q|s|samp|script|section|select|small|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|tt|u|ul|var|video|wbr|(?:o|st1|v|w|x):\\w+';
/** Elements that are nothing without attributes. People write `<map>` and `<area>`, too. */
const namesWithAttributes = 'area|base|data|input|link|map|object|source|track';
/** Attributes that need no value. */
const flags =
  'allowfullscreen|async|autoplay|border|checked|compact|controls|defer|disabled|loop|muted|noshade|nowrap|readonly|selected';
const attribute = `(?:[a-z_:][\\w:.-]*\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'<>]+(?=[\\s>]))|(?:${flags})(?=[\\s/>]))`;
/** An attribute and what stands before it: browsers need no space after a quotation mark. */
const nextAttribute = `(?:[\\s/]+|(?<=["']))${attribute}`;
/**
 * A bracket, and all of the tag that it begins, if it begins one. A quotation mark cannot be open for more than two tags at once, so that the
 * time is linear.
 */
const bracket = new RegExp(
  `<(?:!--|!(?:doctype\\b|\\[)[^<>]*>|\\?xml[^<>]*>|/(?:${names}|${namesWithAttributes})\\s*>|(?:(${names})(?:${nextAttribute})*|(?:${namesWithAttributes})(?:${nextAttribute})+)[\\s/]*>)?`,
  'gi',
);
/** Elements whose content is not shown. */
const hiddenElements = new Set(['math', 'script', 'style', 'svg', 'title']);
const hiddenEnd = /<\/(math|script|style|svg|title)\s*>/gi;
const entity = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i;
/** A character that begins no entity. The parser would also decode the `&copy` of `?a=1&copy=2`. */
const loneAmpersand = new RegExp(`&(?!${entity.source.slice(1)})`, 'gi');

/** Pictures of a text, and characters of an address, that are kept. */
const maxPictures = 200;
const maxAddressLength = 2000;
/** The time of the library grows with the square of the number and the depth of the tags. */
const maxTags = 20_000;
const maxDepth = 100;
/** Stands where the library leaves out what is too deep. */
const tooDeep = '\uFFFF';

/** The Markdown of a link. Only addresses that do nothing but open a page, a mail or a call are kept. */
function formatLink(label: string, href: string): string {
  const text = label.replace(/\s+/g, ' ').trim();
  const address = href
    .trim()
    .replace(/[\s()<>]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(address) || address.length > maxAddressLength) return text;
  if (text === '' || text === href.trim()) return address;
  if (address.slice(address.indexOf(':') + 1) === text) return text;
  return `[${text.replaceAll('[', '(').replaceAll(']', ')')}](${address})`;
}

/** The cells of a row: `a: b`, or `a | b | c`. */
function formatRow(cells: readonly string[]): string {
  const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const [first = ''] = texts;
  return texts.join(texts.length !== 2 ? ' | ' : first.endsWith(':') ? ' ' : ': ');
}

/** The texts of groups of nodes. Cells of a table are all that the library shows before it is in the text. */
function readCells(
  groups: DomNode[][],
  walk: RecursiveCallback,
  builder: Parameters<FormatCallback>[2],
): string[] {
  const texts: string[] = [];
  builder.openTable();
  builder.openTableRow();
  for (const nodes of groups) {
    builder.openTableCell();
    walk(nodes, builder);
    builder.closeTableCell();
  }
  builder.closeTableRow();
  builder.closeTable({
    tableToString(rows) {
      for (const { text } of rows.flat()) texts.push(text);
      return '';
    },
  });
  return texts;
}

const isLink = ({ name, attribs }: DomNode): boolean => name === 'a' && attribs.href !== undefined;
const isInLink = ({ parent }: DomNode): boolean => (parent ? isLink(parent) || isInLink(parent) : false);

const addLink: FormatCallback = (link, walk, builder) => {
  const { attribs, children } = link;
  // A text that is in many links would be read again for each.
  if (!isLink(link) || isInLink(link)) return walk(children, builder);
  const [label = ''] = readCells([children], walk, builder);
  builder.addInline(/^\s/.test(children[0]?.data ?? '') ? ' ' : '');
  builder.addLiteral(formatLink(label, attribs.href));
  builder.addInline(/\s$/.test(children.at(-1)?.data ?? '') ? ' ' : '');
};

const addPicture: FormatCallback = ({ attribs }, _walk, builder) => {
  const address = String(attribs.src ?? '').trim();
  const isAddress = address !== '' && address.length <= maxAddressLength;
  const isOther = /^[a-z][a-z\d+.-]{0,20}:/i.test(address) && !/^https?:/i.test(address);
  const pictures = 'metadata' in builder && builder.metadata;
  if (isAddress && !isOther && pictures instanceof Set && pictures.size < maxPictures) pictures.add(address);
};

const addItem: FormatCallback = ({ children }, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(children, builder);
  builder.closeBlock({ trailingLineBreaks: 1, blockTransform: (text) => text && `- ${text}` });
};

const addRow: FormatCallback = ({ children }, walk, builder) => {
  const cells = children.map((child) => [child]);
  const row = formatRow(readCells(cells, walk, builder));
  if (row === '') return;
  builder.openBlock({ leadingLineBreaks: 1 });
  builder.closeBlock({ trailingLineBreaks: 1, blockTransform: () => row });
};

const toSelectors = (elements: string, format: string, breaks: number): SelectorDefinition[] =>
  elements.split(' ').map((selector) => ({
    selector,
    format,
    options: { leadingLineBreaks: breaks, trailingLineBreaks: breaks },
  }));

const convert: (html: string, pictures: Set<string>) => string = compile({
  baseElements: { selectors: [] },
  wordwrap: false,
  // Not the space of no width that separates the words of Khmer.
  whitespaceCharacters: ' \t\r\n\f\u00A0',
  limits: { maxDepth, ellipsis: tooDeep },
  formatters: { addLink, addPicture, addItem, addRow },
  selectors: [
    { selector: 'a', format: 'addLink' },
    { selector: 'img', format: 'addPicture' },
    { selector: 'li', format: 'addItem' },
    { selector: 'tr', format: 'addRow' },
    ...toSelectors('math svg title', 'skip', 0),
    ...toSelectors('blockquote h1 h2 h3 h4 h5 h6', 'block', 2),
    ...toSelectors(
      'address caption center dd details dl dt fieldset figcaption figure hr legend ol option summary table td th ul',
      'block',
      1,
    ),
  ],
});

/** Removes all tags but those that lose more than the layout. */
const removeTags = (html: string): string => html.replace(/<(?!(?:\/?a|br|img)\b)[^<>]*>/gi, ' ');

/** Escapes the brackets of a text that belong to no tag. A comment or hidden element that never ends would swallow the rest. */
function escapeText(text: string): { html: string; hasTags: boolean } {
  const ends = new Map([['!--', text.lastIndexOf('-->')]]);
  for (const { 1: name = '', index } of text.matchAll(hiddenEnd)) ends.set(name.toLowerCase(), index);
  let hasTags = false;
  const html = text.replace(bracket, (match: string, element: string | undefined, at: number) => {
    const name = match === '<!--' ? '!--' : (element?.toLowerCase() ?? '');
    const isHidden = name === '!--' || hiddenElements.has(name);
    const isTag = match !== '<' && (!isHidden || match.endsWith('/>') || (ends.get(name) ?? -1) > at);
    hasTags ||= isTag;
    if (!isTag) return `&lt;${match.slice(1)}`;
    if (isHidden && match.endsWith('/>')) return '';
    // A link ends the one before, as in browsers. The library would put it into that one.
    return name === 'a' ? `</a>${match}` : match;
  });
  return { html, hasTags };
}

/** Removes the parts of a text from a start to the next end. */
const removeParts = (text: string, start: RegExp, end: RegExp): string =>
  text
    .split(start)
    .map((part, at) => (at === 0 ? part : part.slice(end.exec(part)?.index ?? part.length)))
    .join(' ');

/** Whether HTML has letters or digits that are no tag, comment, script or style. */
function hasWords(html: string): boolean {
  const withoutComments = removeParts(html, /<!--/, /-->/);
  const text = removeParts(withoutComments, /<(?=(?:script|style)[\s/>])/i, /<\/(?:script|style)/i);
  return /[\p{L}\p{N}]/u.test(text.replace(bracket, ' ').replace(new RegExp(entity, 'gi'), ' '));
}

/** Converts a text that may be HTML. */
export function markupToText(text: string): ConvertedMarkup {
  // Most values of a file.
  if (!/[<&]/.test(text)) return { text, pictures: [] };
  const { html: escaped, hasTags } = escapeText(text);
  if (!hasTags && !entity.test(text)) return { text, pictures: [] };
  const html = escaped.replace(loneAmpersand, '&amp;');
  const source = html.split('<', maxTags).length < maxTags ? html : removeTags(html);
  const pictures = new Set<string>();
  // Without tags, line ends stay as they are.
  let result = convert(hasTags ? source : `<pre>${source}</pre>`, pictures);
  if (result.includes(tooDeep)) result = convert(removeTags(html), pictures);
  const trimmed = result
    .replaceAll(tooDeep, '…')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { text: trimmed === '' && hasWords(html) ? text : trimmed, pictures: [...pictures] };
}
