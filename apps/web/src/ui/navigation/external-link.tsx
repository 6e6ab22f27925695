/** A link to another site, whose address somebody else wrote. */
import type { ReactNode } from 'react';

interface Props {
  href: string;
  /** A tooltip. */
  title?: string | undefined;
  /** Whether its text is an address: from left to right in any language, isolated, and not translated. */
  isAddress?: boolean;
  children: ReactNode;
}

/**
 * Opens another window, which gets no reference to this page and does not learn its address. Search engines do not take the
 * link for a recommendation of this site. A plain element: texts may have hundreds.
 */
export const ExternalLink = ({ href, title, isAddress = false, children }: Props) => (
  <a
    href={href}
    target="_blank"
    rel="nofollow noopener noreferrer ugc"
    title={title}
    dir={isAddress ? 'ltr' : undefined}
    translate={isAddress ? 'no' : undefined}
  >
    {children}
  </a>
);
