/** The address by which another program writes into a post: an API key and a signature stand for a login (API v3 §5.5). */
import { writeBackPost, writeBackSignatureHeader } from '@waypost/contract/api-keys/write-back';
import { takeApiKey } from '../api-keys/api-keys.public.ts';
import { Problem } from '../kernel/http/problem.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { Viewer } from '../kernel/security/viewer.ts';
import { addressKey } from '../media/media.public.ts';
import { updatePost, viewWritten } from '../posts/posts.public.ts';
import { isSignatureEqual, signRequest } from './signature.rules.ts';

/** Nobody in particular, who manages posts. */
const apiClientViewer = new Viewer({
  id: null,
  email: null,
  realname: null,
  role: null,
  permissions: ['Manage Posts'],
  scopes: ['*'],
});

/** @param sharedSecret what requests are signed with; without one every request is refused */
export function mountWriteBack(mount: MountContext, sharedSecret: string | undefined): void {
  route(
    mount,
    writeBackPost,
    async ({ tx, rawRequest: sent, deploymentState, urls, params, query, caller, ...context }) => {
      const signature = sent.header(writeBackSignatureHeader);
      const isSigned =
        sharedSecret !== undefined &&
        signature !== undefined &&
        isSignatureEqual(signature, signRequest(sharedSecret, urls.baseUrl + sent.path, sent.body));
      // Whichever it is, a stranger is told the same.
      if (!isSigned) throw new Problem('request.not-signed');
      const { api_key, ...input } = context.body;
      const key = query.api_key ?? api_key;
      if (key === undefined || !(await takeApiKey(tx, key))) throw new Problem('request.not-signed');
      const viewer = apiClientViewer.limitedTo(deploymentState.lastVisiblePostId);
      // What the program uploaded itself, without a token, is known by where it came from; else it presents claims.
      await updatePost(tx, viewer, params.id, input, { address: await addressKey(mount.db, caller) });
      return viewWritten(tx, viewer, urls, params.id);
    },
  );
}
