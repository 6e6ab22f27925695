import { splitLinks } from '@waypost/survey-logic/split-links';
import { Fragment, type ReactNode, useMemo } from 'react';
import { AddressAnchor } from './address-anchor.tsx';

interface Props {
  text: string;
  /** How a part of the text is rendered; as it is by default. Addresses are not shortened then. */
  renderPart?: ((start: number, end: number) => ReactNode) | undefined;
}

/** A text in which web addresses are links. Not inside links and buttons. */
export default function LinkedParts({ text, renderPart }: Props): ReactNode {
  const parts = useMemo(() => splitLinks(text), [text]);
  return parts.map(({ start, end, link }) => {
    const part = text.slice(start, end);
    return link ? (
      <AddressAnchor key={start} address={part} link={link}>
        {renderPart?.(start, end)}
      </AddressAnchor>
    ) : (
      <Fragment key={start}>{renderPart ? renderPart(start, end) : part}</Fragment>
    );
  });
}
