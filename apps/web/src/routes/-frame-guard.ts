/** Inside an iframe of another site only embeddable pages are shown; any other URL is requested from the server. */
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { isInIframe } from '../ui/browser/iframe.ts';

/** The paths whose `frame-ancestors` allow framing on the server. */
const embeddablePaths = /^\/(?:(?:map|list)\/noui|posts\/create\/\d+\/noui)\/*$/;

/** Reloads a page that must not be framed; the server then refuses the frame (protection against clickjacking). */
export function blockFraming({ pathname, href }: ParsedLocation): void {
  if (isInIframe && !embeddablePaths.test(pathname)) throw redirect({ href, reloadDocument: true });
}
