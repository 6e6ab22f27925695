/** Other sites' pages show a map or a form of ours, and nothing else: what leads on from there is asked of the server. */
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { isInIframe } from '../ui/browser/iframe.ts';

/** As the server allows it (its `frame-ancestors`). */
const embeddablePaths = /^\/(?:(?:map|list)\/noui|posts\/create\/\d+\/noui)\/*$/;

/** The server refuses the frame: nobody is led to press a button of ours that another page lies over. */
export function blockFraming({ pathname, href }: ParsedLocation): void {
  if (isInIframe && !embeddablePaths.test(pathname)) throw redirect({ href, reloadDocument: true });
}
