/** Texts that somebody wrote, in which web addresses are links. Not inside links and buttons. */
import { lazy, type ReactNode, Suspense } from 'react';

/** Lazy: few texts have addresses. A text stays readable if what makes the links cannot be loaded. */
const LinkedParts = lazy(() => import('./linked-parts.tsx').catch(() => ({ default: PlainText })));
const AddressText = lazy(() => import('./address-text.tsx').catch(() => ({ default: PlainText })));

const PlainText = ({ text }: { text: string }): ReactNode => text;

/** The text; of long addresses the middle is left out, and the host is named where the address hides it. */
export const LinkedText = ({ text }: { text: string }) =>
  text.includes('://') ? (
    <Suspense fallback={text}>
      <LinkedParts text={text} />
    </Suspense>
  ) : (
    text
  );

/** An answer that is one web address, also of a local network. */
export const LinkedAddress = ({ text }: { text: string }) => (
  <bdi>
    <Suspense fallback={text}>
      <AddressText text={text} />
    </Suspense>
  </bdi>
);
