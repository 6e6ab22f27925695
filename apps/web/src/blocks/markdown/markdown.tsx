/** A text in Markdown: shown unformatted at first, and formatted when the parser is loaded. */
import { type ComponentType, useEffect, useState } from 'react';
import { isFormattable } from './is-formattable.ts';
import classes from './markdown.module.css';

type MarkdownTreeComponent = ComponentType<{ text: string }>;

/** Loads the parser on demand. */
export function Markdown({ text }: { text: string }) {
  const [TreeComponent, setTreeComponent] = useState<MarkdownTreeComponent | null>(null);
  useEffect(() => {
    let isMounted = true;
    void import('./markdown-tree.tsx').then(
      ({ MarkdownTree }) => isMounted && setTreeComponent(() => MarkdownTree),
      // Without a network the unformatted text stays.
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return (
    <div className={classes['text']}>
      {TreeComponent && isFormattable(text) ? (
        <TreeComponent text={text} />
      ) : (
        <p dir="auto" className={classes['raw']}>
          {text}
        </p>
      )}
    </div>
  );
}
