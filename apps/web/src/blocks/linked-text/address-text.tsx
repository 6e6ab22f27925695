import { readWebLink } from '@waypost/survey-logic/split-links';
import type { ReactNode } from 'react';
import { AddressAnchor } from './address-anchor.tsx';

/** A text that should be one web address: a link if it is one. */
export default function AddressText({ text }: { text: string }): ReactNode {
  const link = readWebLink(text);
  return link ? <AddressAnchor address={text} link={link} /> : text;
}
