/** Text written in Markdown. It is there as it was typed at once, and formatted as soon as the parser has been fetched. */
import { type ComponentType, useEffect, useState } from 'react';
import classes from './markdown.module.css';

type MarkdownTreeComponent = ComponentType<{ text: string }>;

export function Markdown({ text }: { text: string }) {
  const [Formatted, setFormatted] = useState<MarkdownTreeComponent | null>(null);
  useEffect(() => {
    let isHere = true;
    void import('./markdown-tree.tsx').then(
      ({ MarkdownTree }) => isHere && setFormatted(() => MarkdownTree),
      // Without a line the words are still there.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, []);
  return (
    <div className={classes['text']}>
      {Formatted ? (
        <Formatted text={text} />
      ) : (
        <p dir="auto" className={classes['raw']}>
          {text}
        </p>
      )}
    </div>
  );
}
