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
export interface LinkResolver {
  /** @returns undefined for what is not served: the words then stand without a link */
  resolveLink: (link: string) => string | undefined;
  /** @returns undefined for a picture that is not there */
  resolvePicture: (link: string) => { url: string; width: number; height: number } | undefined;
}

export interface RenderedPage {
  title: string;
  /** The first paragraph, as words. */
  lead: string;
  html: string;
  sections: Section[];
}

const htmlEscapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** Text as HTML, within an attribute too. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&"<>]/g, (sign) => htmlEscapes[sign] ?? sign);

/** What a heading is called in addresses: as the sites that show Markdown have it. */
export const slugifyHeading = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** The words of something, without its marks. */
function plainTextOf(node: Nodes): string {
  if (node.type === 'image') return node.alt ?? '';
  if ('value' in node) return node.value;
  if (!('children' in node)) return ' ';
  const isBlock = /^(?:paragraph|listItem|tableCell|tableRow|blockquote|root|list|table)$/.test(node.type);
  return node.children.map(plainTextOf).join('') + (isBlock ? ' ' : '');
}

const collapseWhitespace = (text: string) => text.replace(/\s+/g, ' ').trim();

const inlineTags: Record<string, string> = { emphasis: 'em', strong: 'strong' };
const blockTags: Record<string, string> = { listItem: 'li', blockquote: 'blockquote' };

function renderTable(node: Table, renderChildren: (inner: Nodes) => string): string {
  const [head, ...rows] = node.children;
  const row = (cells: readonly Nodes[], tag: string, scope = '') =>
    `<tr>${cells.map((it) => `<${tag}${scope}>${renderChildren(it)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((it) => row(it.children, 'td')).join('\n');
  // What is wider than a phone scrolls by itself, and can be reached by the Tab key to do so.
  return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead>${row(
    head?.children ?? [],
    'th',
    ' scope="col"',
  )}</thead><tbody>${body}</tbody></table></div>`;
}

function renderNode(node: Nodes, resolver: LinkResolver, nextAnchor: (heading: string) => string): string {
  const renderChildren = (it: Nodes): string =>
    'children' in it ? it.children.map((child) => renderNode(child, resolver, nextAnchor)).join('') : '';
  switch (node.type) {
    case 'text':
    case 'html':
      return escapeHtml(node.value);
    case 'inlineCode':
      return `<code>${escapeHtml(node.value)}</code>`;
    case 'code':
      return `<pre tabindex="0"><code>${escapeHtml(node.value)}</code></pre>`;
    case 'break':
      return '<br>';
    case 'thematicBreak':
      return '<hr>';
    case 'emphasis':
    case 'strong':
      return `<${inlineTags[node.type]}>${renderChildren(node)}</${inlineTags[node.type]}>`;
    case 'listItem':
    case 'blockquote':
      return `<${blockTags[node.type]}>${renderChildren(node)}</${blockTags[node.type]}>`;
    case 'list': {
      const tag = node.ordered ? 'ol' : 'ul';
      return `<${tag}>${renderChildren(node)}</${tag}>`;
    }
    case 'paragraph': {
      const isPictures = node.children.every((it) => it.type === 'image' || plainTextOf(it).trim() === '');
      return isPictures ? `<figure>${renderChildren(node)}</figure>` : `<p>${renderChildren(node)}</p>`;
    }
    case 'heading': {
      const id = nextAnchor(plainTextOf(node));
      if (node.depth === 1) return `<h1>${renderChildren(node)}</h1>`;
      return `<h${node.depth} id="${id}">${renderChildren(node)} <a class="anchor" href="#${id}" aria-label="Link to: ${escapeHtml(
        plainTextOf(node),
      )}">#</a></h${node.depth}>`;
    }
    case 'link': {
      const address = resolver.resolveLink(node.url);
      if (address === undefined) return renderChildren(node);
      const isOutside = /^https?:/.test(address);
      return `<a href="${escapeHtml(address)}"${isOutside ? ' rel="noopener noreferrer"' : ''}>${renderChildren(node)}</a>`;
    }
    case 'image': {
      const picture = resolver.resolvePicture(node.url);
      const alt = escapeHtml(node.alt ?? '');
      if (!picture) return alt;
      const { url, width, height } = picture;
      const kind = width < height ? 'tall' : 'broad';
      // On a phone a wide one is too small to read: it opens by itself.
      return `<a class="${kind}" href="${escapeHtml(url)}"><img src="${escapeHtml(url)}" alt="${alt}" width="${width}" height="${height}" loading="lazy"></a>`;
    }
    case 'table':
      return renderTable(node, renderChildren);
    default:
      return renderChildren(node);
  }
}

/** Makes an address of each heading: the second of the same words gets a number. */
function createAnchorGenerator(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const plain = slugifyHeading(heading);
    const count = seen.get(plain) ?? 0;
    seen.set(plain, count + 1);
    return count === 0 ? plain : `${plain}-${count}`;
  };
}

function splitIntoSections(root: Root): Section[] {
  const nextAnchor = createAnchorGenerator();
  const sections: Section[] = [{ id: '', title: '', text: '' }];
  for (const node of root.children) {
    const last = sections.at(-1);
    if (node.type !== 'heading') {
      if (last) last.text = collapseWhitespace(`${last.text} ${plainTextOf(node)}`);
      continue;
    }
    const title = plainTextOf(node);
    const id = nextAnchor(title);
    if (node.depth === 1) Object.assign(sections[0] ?? {}, { title });
    else sections.push({ id, title, text: '' });
  }
  return sections;
}

/** A whole page. Its first heading is its title. */
export function renderPage(markdown: string, resolver: LinkResolver): RenderedPage {
  const root = fromMarkdown(markdown, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const nextAnchor = createAnchorGenerator();
  const html = root.children.map((it) => renderNode(it, resolver, nextAnchor)).join('\n');
  const sections = splitIntoSections(root);
  const first = root.children.find((it) => it.type === 'paragraph');
  return {
    title: sections[0]?.title ?? '',
    lead: first ? collapseWhitespace(plainTextOf(first)) : '',
    html,
    sections,
  };
}
