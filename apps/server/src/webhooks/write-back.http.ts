/** The address by which another program writes into a post: an API key and a signature stand for a login (wire 5.5). */
import { signatureHeader, writeBackPost } from '@waypost/contract/write-back';
import { takeApiKey } from '../api-keys/api-keys.public.ts';
import { Problem } from '../kernel/problem.ts';
import { type Mount, route } from '../kernel/route.ts';
import { Viewer } from '../kernel/viewer.ts';
import { addressKey } from '../media/media.public.ts';
import { updatePost, viewWritten } from '../posts/posts.public.ts';
import { isSignature, signatureOf } from './signature.rules.ts';

/** Nobody in particular, who manages posts. */
const program = new Viewer({
  id: null,
  email: null,
  realname: null,
  role: null,
  permissions: ['Manage Posts'],
  scopes: ['*'],
});

/** @param sharedSecret what requests are signed with; without one every request is refused */
export function mountWriteBack(mount: Mount, sharedSecret: string | undefined): void {
  route(mount, writeBackPost, async ({ tx, sent, standing, addresses, params, query, caller, ...asked }) => {
    const signature = sent.header(signatureHeader);
    const isSigned =
      sharedSecret !== undefined &&
      signature !== undefined &&
      isSignature(signature, signatureOf(sharedSecret, addresses.root + sent.path, sent.text));
    // Whichever it is, a stranger is told the same.
    if (!isSigned) throw new Problem('request.not-signed');
    const { api_key, ...input } = asked.body;
    const key = query.api_key ?? api_key;
    if (key === undefined || !(await takeApiKey(tx, key))) throw new Problem('request.not-signed');
    const viewer = program.upTo(standing.lastPost);
    // What the program uploaded itself, without a token, is known by where it came from; else it presents claims.
    await updatePost(tx, viewer, params.id, input, { address: await addressKey(mount.db, caller) });
    return viewWritten(tx, viewer, addresses, params.id);
  });
}
