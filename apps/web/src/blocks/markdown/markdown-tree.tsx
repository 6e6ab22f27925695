/**
 * Markdown as elements, never as HTML: only what is named here is drawn. Tags stand there as they were typed, links lead
 * to the web or to a mailbox, and pictures of other sites are links, so that reading tells nobody.
 */
import type { Definition, Nodes, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { Fragment, type ReactNode, useMemo } from 'react';

const allowedProtocols = new Set(['http:', 'https:', 'mailto:']);

/** The address, if it may be followed. Relative ones belong to no page here. */
export function toSafeUrl(url: string): string | null {
  return URL.canParse(url) && allowedProtocols.has(new URL(url).protocol) ? url : null;
}

type LinkDefinitions = ReadonlyMap<string, Definition>;

/** `[words][name]` and its `[name]: address`, wherever that stands. */
function collectDefinitions(node: Nodes): [string, Definition][] {
  if (node.type === 'definition') return [[node.identifier, node]];
  return 'children' in node ? node.children.flatMap(collectDefinitions) : [];
}

const renderExternalLink = (url: string | undefined, words: ReactNode): ReactNode => {
  const address = url === undefined ? null : toSafeUrl(url);
  if (address === null) return words;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {words}
    </a>
  );
};

/** Below the screen's own headings: `#` is the third level. */
const headingTags = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

/** @param isLinked inside a link already: one cannot hold another */
function renderNode(node: RootContent, definitions: LinkDefinitions, isLinked: boolean): ReactNode {
  const inside = (linked = isLinked) => 'children' in node && renderNodes(node.children, definitions, linked);
  const link = (url: string | undefined, words: ReactNode) =>
    isLinked ? words : renderExternalLink(url, words);
  switch (node.type) {
    case 'paragraph':
      return <p dir="auto">{inside()}</p>;
    case 'heading': {
      const Heading = headingTags[node.depth - 1] ?? 'h6';
      return <Heading dir="auto">{inside()}</Heading>;
    }
    case 'list':
      // The numbers and dots stand on the side where its text begins.
      return node.ordered ? (
        <ol dir="auto" start={node.start ?? 1}>
          {inside()}
        </ol>
      ) : (
        <ul dir="auto">{inside()}</ul>
      );
    case 'listItem':
      return <li>{node.children.map((child, at) => drawInList(child, at, definitions, isLinked))}</li>;
    case 'blockquote':
      return <blockquote dir="auto">{inside()}</blockquote>;
    case 'emphasis':
      return <em>{inside()}</em>;
    case 'strong':
      return <strong>{inside()}</strong>;
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
      return link(node.url, inside(true));
    case 'linkReference':
      return link(definitions.get(node.identifier)?.url, inside(true));
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

/** Without a direction of its own, since `dir="auto"` of the list passes over parts that have one. */
const drawInList = (
  child: RootContent,
  at: number,
  definitions: LinkDefinitions,
  isLinked: boolean,
): ReactNode => (
  // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no names and do not move
  <Fragment key={at}>
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
  nodes.map((node, at) => <Fragment key={at}>{renderNode(node, definitions, isLinked)}</Fragment>);

export function MarkdownTree({ text }: { text: string }) {
  const tree: Root = useMemo(() => fromMarkdown(text), [text]);
  return renderNodes(tree.children, new Map(collectDefinitions(tree)), false);
}
