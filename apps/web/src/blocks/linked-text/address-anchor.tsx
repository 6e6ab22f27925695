import { shortenAddress, type WebLink } from '@waypost/survey-logic/split-links';
import type { ReactNode } from 'react';
import { ExternalLink } from '../../ui/navigation/external-link.tsx';
import classes from './linked-text.module.css';

interface Props {
  address: string;
  link: WebLink;
  /** Instead of the address, which is shortened if it is long. */
  children?: ReactNode;
}

/** A web address that somebody wrote, as a link. Its host is named where the address hides it. */
export function AddressAnchor({ address, link: { url, realHost }, children }: Props) {
  const shown = shortenAddress(address);
  return (
    <ExternalLink href={url} title={shown === address ? undefined : address} isAddress>
      {children ?? shown}
      {realHost !== null && (
        <>
          {' '}
          <bdi className={classes['host']}>({realHost})</bdi>
        </>
      )}
    </ExternalLink>
  );
}
