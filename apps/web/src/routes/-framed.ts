/** Other sites' pages show a map or a form of ours, and nothing else: what leads on from there is asked of the server. */
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import { isFramed } from '../ui/framed.ts';

/** As the server allows it (its `frame-ancestors`). */
const embeddable = /^\/(?:(?:map|list)\/noui|posts\/create\/\d+\/noui)\/*$/;

/** The server refuses the frame: nobody is led to press a button of ours that another page lies over. */
export function keepOutOfFrames({ pathname, href }: ParsedLocation): void {
  if (isFramed && !embeddable.test(pathname)) throw redirect({ href, reloadDocument: true });
}
