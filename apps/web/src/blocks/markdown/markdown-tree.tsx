/**
 * Markdown as elements, never as HTML: only what is named here is drawn. Tags stand there as they were typed, links lead
 * to the web or to a mailbox, and pictures of other sites are links, so that reading tells nobody.
 */
import type { Definition, Nodes, Root, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { Fragment, type ReactNode, useMemo } from 'react';

const allowed = new Set(['http:', 'https:', 'mailto:']);

/** The address, if it may be followed. Relative ones belong to no page here. */
export function safeAddress(url: string): string | null {
  return URL.canParse(url) && allowed.has(new URL(url).protocol) ? url : null;
}

type Targets = ReadonlyMap<string, Definition>;

/** `[words][name]` and its `[name]: address`, wherever that stands. */
function targetsIn(node: Nodes): [string, Definition][] {
  if (node.type === 'definition') return [[node.identifier, node]];
  return 'children' in node ? node.children.flatMap(targetsIn) : [];
}

const outside = (url: string | undefined, words: ReactNode): ReactNode => {
  const address = url === undefined ? null : safeAddress(url);
  if (address === null) return words;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {words}
    </a>
  );
};

/** Below the screen's own headings: `#` is the third level. */
const headings = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const;

/** @param isLinked inside a link already: one cannot hold another */
function draw(node: RootContent, targets: Targets, isLinked: boolean): ReactNode {
  const inside = (linked = isLinked) => 'children' in node && drawAll(node.children, targets, linked);
  const link = (url: string | undefined, words: ReactNode) => (isLinked ? words : outside(url, words));
  switch (node.type) {
    case 'paragraph':
      return <p dir="auto">{inside()}</p>;
    case 'heading': {
      const Heading = headings[node.depth - 1] ?? 'h6';
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
      return <li>{node.children.map((child, at) => drawInList(child, at, targets, isLinked))}</li>;
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
      return link(targets.get(node.identifier)?.url, inside(true));
    case 'image':
      return link(node.url, node.alt || node.url);
    case 'imageReference':
      return link(targets.get(node.identifier)?.url, node.alt || node.identifier);
    case 'text':
    case 'html':
      return node.value;
    default:
      return null;
  }
}

/** Without a direction of its own, since `dir="auto"` of the list passes over parts that have one. */
const drawInList = (child: RootContent, at: number, targets: Targets, isLinked: boolean): ReactNode => (
  // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no names and do not move
  <Fragment key={at}>
    {child.type === 'paragraph' ? (
      <p>{drawAll(child.children, targets, isLinked)}</p>
    ) : (
      draw(child, targets, isLinked)
    )}
  </Fragment>
);

const drawAll = (nodes: readonly RootContent[], targets: Targets, isLinked: boolean): ReactNode =>
  // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no names and do not move
  nodes.map((node, at) => <Fragment key={at}>{draw(node, targets, isLinked)}</Fragment>);

export function MarkdownTree({ text }: { text: string }) {
  const tree: Root = useMemo(() => fromMarkdown(text), [text]);
  return drawAll(tree.children, new Map(targetsIn(tree)), false);
}
