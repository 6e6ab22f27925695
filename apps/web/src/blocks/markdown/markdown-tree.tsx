/**
 * Renders Markdown as React elements, never as HTML: only the node types below are rendered. HTML tags are shown as text,
 * links lead to web or mail addresses only, and images of other sites become links, so that reading sends no requests.
 */
import { parseUrl } from '@waypost/contract/common/parse-url';
import type { Definition, Nodes, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { Fragment, type ReactNode, useMemo } from 'react';
import { ExternalLink } from '../../ui/navigation/external-link.tsx';

const allowedProtocols = new Set(['http:', 'https:', 'mailto:']);

/** The URL if it is safe to follow, else null. Relative URLs are not allowed. */
export function toSafeUrl(url: string): string | null {
  return allowedProtocols.has(parseUrl(url)?.protocol ?? '') ? url : null;
}

type LinkDefinitions = ReadonlyMap<string, Definition>;

/** All link definitions, `[name]: url`, which references such as `[text][name]` use. */
function collectDefinitions(node: Nodes): [string, Definition][] {
  if (node.type === 'definition') return [[node.identifier, node]];
  return 'children' in node ? node.children.flatMap(collectDefinitions) : [];
}

const renderExternalLink = (url: string | undefined, content: ReactNode): ReactNode => {
  const safeUrl = url === undefined ? null : toSafeUrl(url);
  if (safeUrl === null) return content;
  return <ExternalLink href={safeUrl}>{content}</ExternalLink>;
};

/** Headings start at `h3`, below the headings of the screen. */
const headingTags = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

/** @param isLinked whether the node is inside a link; links cannot be nested */
function renderNode(node: RootContent, definitions: LinkDefinitions, isLinked: boolean): ReactNode {
  const children = (linked = isLinked) =>
    'children' in node && renderNodes(node.children, definitions, linked);
  const link = (url: string | undefined, content: ReactNode) =>
    isLinked ? content : renderExternalLink(url, content);
  switch (node.type) {
    case 'paragraph':
      return <p dir="auto">{children()}</p>;
    case 'heading': {
      const Heading = headingTags[node.depth - 1] ?? 'h6';
      return <Heading dir="auto">{children()}</Heading>;
    }
    case 'list':
      // `dir` puts the numbers and bullets on the side where the text begins.
      return node.ordered ? (
        <ol dir="auto" start={node.start ?? 1}>
          {children()}
        </ol>
      ) : (
        <ul dir="auto">{children()}</ul>
      );
    case 'listItem':
      return (
        <li>{node.children.map((child, index) => renderListChild(child, index, definitions, isLinked))}</li>
      );
    case 'blockquote':
      return <blockquote dir="auto">{children()}</blockquote>;
    case 'emphasis':
      return <em>{children()}</em>;
    case 'strong':
      return <strong>{children()}</strong>;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'code':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, by keyboard too
        <pre tabIndex={0}>
          <code>{node.value}</code>
        </pre>
      );
    case 'thematicBreak':
      return <hr />;
    case 'break':
      return <br />;
    case 'link':
      return link(node.url, children(true));
    case 'linkReference':
      return link(definitions.get(node.identifier)?.url, children(true));
    case 'image':
      return link(node.url, node.alt || node.url);
    case 'imageReference':
      return link(definitions.get(node.identifier)?.url, node.alt || node.identifier);
    case 'text':
    case 'html':
      return node.value;
    default:
      return null;
  }
}

/** Without a `dir` of its own: `dir="auto"` of the list ignores children that have one. */
const renderListChild = (
  child: RootContent,
  index: number,
  definitions: LinkDefinitions,
  isLinked: boolean,
): ReactNode => (
  // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no names and do not move
  <Fragment key={index}>
    {child.type === 'paragraph' ? (
      <p>{renderNodes(child.children, definitions, isLinked)}</p>
    ) : (
      renderNode(child, definitions, isLinked)
    )}
  </Fragment>
);

const renderNodes = (
  nodes: readonly RootContent[],
  definitions: LinkDefinitions,
  isLinked: boolean,
): ReactNode =>
  // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no names and do not move
  nodes.map((node, index) => <Fragment key={index}>{renderNode(node, definitions, isLinked)}</Fragment>);

/** Parses and renders a Markdown text. */
export function MarkdownTree({ text }: { text: string }) {
  const tree: Root = useMemo(() => fromMarkdown(text), [text]);
  return renderNodes(tree.children, new Map(collectDefinitions(tree)), false);
}
