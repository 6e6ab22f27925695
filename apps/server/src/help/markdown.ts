/**
 * Renders the guide's Markdown to HTML. All text is escaped and HTML in Markdown is shown as text, so that pages contain no markup
 * but that of this file.
 */
import type { Nodes, Root, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

/** The content under one heading, for the search. */
export interface Section {
  /** Anchor of the heading; empty for the content before the first one. */
  id: string;
  title: string;
  /** Plain text. */
  text: string;
}

/** Resolves links and pictures of a page. */
export interface LinkResolver {
  /** @returns undefined if the target is not served: the text is shown without a link */
  resolveLink: (link: string) => string | undefined;
  /** @returns undefined if the picture does not exist */
  resolvePicture: (link: string) => { url: string; width: number; height: number } | undefined;
}

/** A page as HTML, and its sections for the search. */
export interface RenderedPage {
  title: string;
  /** The first paragraph as plain text. */
  lead: string;
  html: string;
  sections: Section[];
}

const htmlEscapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** Escapes text for HTML content and attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&"<>]/g, (character) => htmlEscapes[character] ?? character);

/** The anchor of a heading, by the rules of GitHub. */
export const slugifyHeading = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** The plain text of a node. */
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
    `<tr>${cells.map((cell) => `<${tag}${scope}>${renderChildren(cell)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((tableRow) => row(tableRow.children, 'td')).join('\n');
  // Wide tables scroll in their own box, which takes keyboard focus for that.
  return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead>${row(
    head?.children ?? [],
    'th',
    ' scope="col"',
  )}</thead><tbody>${body}</tbody></table></div>`;
}

function renderNode(node: Nodes, resolver: LinkResolver, nextAnchor: (heading: string) => string): string {
  const renderChildren = (parent: Nodes): string =>
    'children' in parent
      ? parent.children.map((child) => renderNode(child, resolver, nextAnchor)).join('')
      : '';
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
      const hasOnlyPictures = node.children.every(
        (child) => child.type === 'image' || plainTextOf(child).trim() === '',
      );
      return hasOnlyPictures ? `<figure>${renderChildren(node)}</figure>` : `<p>${renderChildren(node)}</p>`;
    }
    case 'heading': {
      const id = nextAnchor(plainTextOf(node));
      if (node.depth === 1) return `<h1>${renderChildren(node)}</h1>`;
      return `<h${node.depth} id="${id}">${renderChildren(node)} <a class="anchor" href="#${id}" aria-label="Link to: ${escapeHtml(
        plainTextOf(node),
      )}">#</a></h${node.depth}>`;
    }
    case 'link': {
      const url = resolver.resolveLink(node.url);
      if (url === undefined) return renderChildren(node);
      const isExternal = /^https?:/.test(url);
      return `<a href="${escapeHtml(url)}"${isExternal ? ' rel="noopener noreferrer"' : ''}>${renderChildren(node)}</a>`;
    }
    case 'image': {
      const picture = resolver.resolvePicture(node.url);
      const alt = escapeHtml(node.alt ?? '');
      if (!picture) return alt;
      const { url, width, height } = picture;
      const kind = width < height ? 'tall' : 'broad';
      // Wide pictures are too small to read on phones, so they link to the full picture.
      return `<a class="${kind}" href="${escapeHtml(url)}"><img src="${escapeHtml(url)}" alt="${alt}" width="${width}" height="${height}" loading="lazy"></a>`;
    }
    case 'table':
      return renderTable(node, renderChildren);
    default:
      return renderChildren(node);
  }
}

/** Creates unique anchors: repeated headings get a number. */
function createAnchorGenerator(): (heading: string) => string {
  const countBySlug = new Map<string, number>();
  return (heading) => {
    const slug = slugifyHeading(heading);
    const count = countBySlug.get(slug) ?? 0;
    countBySlug.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
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

/** Renders a page. Its first-level heading is its title. */
export function renderPage(markdown: string, resolver: LinkResolver): RenderedPage {
  const root = fromMarkdown(markdown, {
    extensions: [gfmTable()],
    mdastExtensions: [gfmTableFromMarkdown()],
  });
  const nextAnchor = createAnchorGenerator();
  const html = root.children.map((node) => renderNode(node, resolver, nextAnchor)).join('\n');
  const sections = splitIntoSections(root);
  const firstParagraph = root.children.find((node) => node.type === 'paragraph');
  return {
    title: sections[0]?.title ?? '',
    lead: firstParagraph ? collapseWhitespace(plainTextOf(firstParagraph)) : '',
    html,
    sections,
  };
}
