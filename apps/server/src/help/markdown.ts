/**
 * Pages of the guide, from Markdown to HTML. Every text is escaped and HTML is shown as text, so that a page can do nothing that
 * this file does not write.
 */
import type { Nodes, Root, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

/** What stands under one heading. */
export interface Section {
  /** Of the heading within its page; empty for what comes before the first. */
  id: string;
  title: string;
  /** The words alone, for the search. */
  text: string;
}

/** Where a page's links lead, and its pictures are. */
export interface Surroundings {
  /** @returns undefined for what is not served: the words then stand without a link */
  addressOf: (link: string) => string | undefined;
  /** @returns undefined for a picture that is not there */
  pictureOf: (link: string) => { address: string; width: number; height: number } | undefined;
}

export interface Rendered {
  title: string;
  /** The first paragraph, as words. */
  lead: string;
  html: string;
  sections: Section[];
}

const escapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** Text as HTML, within an attribute too. */
export const escaped = (text: string): string => text.replace(/[&"<>]/g, (sign) => escapes[sign] ?? sign);

/** What a heading is called in addresses: as the sites that show Markdown have it. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** The words of something, without its marks. */
function wordsOf(node: Nodes): string {
  if (node.type === 'image') return node.alt ?? '';
  if ('value' in node) return node.value;
  if (!('children' in node)) return ' ';
  const isBlock = /^(?:paragraph|listItem|tableCell|tableRow|blockquote|root|list|table)$/.test(node.type);
  return node.children.map(wordsOf).join('') + (isBlock ? ' ' : '');
}

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

const inline: Record<string, string> = { emphasis: 'em', strong: 'strong' };
const blocks: Record<string, string> = { listItem: 'li', blockquote: 'blockquote' };

function tableOf(node: Table, within: (inner: Nodes) => string): string {
  const [head, ...rows] = node.children;
  const row = (cells: readonly Nodes[], tag: string, scope = '') =>
    `<tr>${cells.map((it) => `<${tag}${scope}>${within(it)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((it) => row(it.children, 'td')).join('\n');
  // What is wider than a phone scrolls by itself, and can be reached by the Tab key to do so.
  return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead>${row(
    head?.children ?? [],
    'th',
    ' scope="col"',
  )}</thead><tbody>${body}</tbody></table></div>`;
}

function htmlOf(node: Nodes, around: Surroundings, nextAnchor: (heading: string) => string): string {
  const within = (it: Nodes): string =>
    'children' in it ? it.children.map((child) => htmlOf(child, around, nextAnchor)).join('') : '';
  switch (node.type) {
    case 'text':
    case 'html':
      return escaped(node.value);
    case 'inlineCode':
      return `<code>${escaped(node.value)}</code>`;
    case 'code':
      return `<pre tabindex="0"><code>${escaped(node.value)}</code></pre>`;
    case 'break':
      return '<br>';
    case 'thematicBreak':
      return '<hr>';
    case 'emphasis':
    case 'strong':
      return `<${inline[node.type]}>${within(node)}</${inline[node.type]}>`;
    case 'listItem':
    case 'blockquote':
      return `<${blocks[node.type]}>${within(node)}</${blocks[node.type]}>`;
    case 'list': {
      const tag = node.ordered ? 'ol' : 'ul';
      return `<${tag}>${within(node)}</${tag}>`;
    }
    case 'paragraph': {
      const isPictures = node.children.every((it) => it.type === 'image' || wordsOf(it).trim() === '');
      return isPictures ? `<figure>${within(node)}</figure>` : `<p>${within(node)}</p>`;
    }
    case 'heading': {
      const id = nextAnchor(wordsOf(node));
      if (node.depth === 1) return `<h1>${within(node)}</h1>`;
      return `<h${node.depth} id="${id}">${within(node)} <a class="anchor" href="#${id}" aria-label="Link to: ${escaped(
        wordsOf(node),
      )}">#</a></h${node.depth}>`;
    }
    case 'link': {
      const address = around.addressOf(node.url);
      if (address === undefined) return within(node);
      const isOutside = /^https?:/.test(address);
      return `<a href="${escaped(address)}"${isOutside ? ' rel="noopener noreferrer"' : ''}>${within(node)}</a>`;
    }
    case 'image': {
      const picture = around.pictureOf(node.url);
      const alt = escaped(node.alt ?? '');
      if (!picture) return alt;
      const { address, width, height } = picture;
      const kind = width < height ? 'tall' : 'broad';
      // On a phone a wide one is too small to read: it opens by itself.
      return `<a class="${kind}" href="${escaped(address)}"><img src="${escaped(address)}" alt="${alt}" width="${width}" height="${height}" loading="lazy"></a>`;
    }
    case 'table':
      return tableOf(node, within);
    default:
      return within(node);
  }
}

/** Makes an address of each heading: the second of the same words gets a number. */
function anchors(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const plain = anchorOf(heading);
    const count = seen.get(plain) ?? 0;
    seen.set(plain, count + 1);
    return count === 0 ? plain : `${plain}-${count}`;
  };
}

function sectionsOf(root: Root): Section[] {
  const nextAnchor = anchors();
  const sections: Section[] = [{ id: '', title: '', text: '' }];
  for (const node of root.children) {
    const last = sections.at(-1);
    if (node.type !== 'heading') {
      if (last) last.text = tidy(`${last.text} ${wordsOf(node)}`);
      continue;
    }
    const title = wordsOf(node);
    const id = nextAnchor(title);
    if (node.depth === 1) Object.assign(sections[0] ?? {}, { title });
    else sections.push({ id, title, text: '' });
  }
  return sections;
}

/** A whole page. Its first heading is its title. */
export function renderPage(markdown: string, around: Surroundings): Rendered {
  const root = fromMarkdown(markdown, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const nextAnchor = anchors();
  const html = root.children.map((it) => htmlOf(it, around, nextAnchor)).join('\n');
  const sections = sectionsOf(root);
  const first = root.children.find((it) => it.type === 'paragraph');
  return { title: sections[0]?.title ?? '', lead: first ? tidy(wordsOf(first)) : '', html, sections };
}
