/** Endpoint by which webhook receivers update posts, authenticated by an API key and a signature (API v3 §5.5). */
import { writeBackPost, writeBackSignatureHeader } from '@waypost/contract/api-keys/write-back';
import { verifyApiKey } from '../api-keys/api-keys.public.ts';
import { Problem } from '../kernel/http/problem.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { Viewer } from '../kernel/security/viewer.ts';
import { hashUploaderAddress } from '../media/media.public.ts';
import { updatePost, viewWrittenPost } from '../posts/posts.public.ts';
import { isSignatureEqual, signRequest } from './signature.rules.ts';

/** The viewer of such requests: no user, with Manage Posts and what such programs could read so far. */
const apiClientViewer = new Viewer({
  id: null,
  email: null,
  realname: null,
  role: null,
  permissions: ['Manage Posts', 'View personal data'],
  scopes: ['*'],
});

/** Mounts the endpoint. @param sharedSecret the key of the signatures; without one every request is refused */
export function mountWriteBack(mount: MountContext, sharedSecret: string | undefined): void {
  route(
    mount,
    writeBackPost,
    async ({ tx, rawRequest, deploymentState, urls, params, query, caller, ...context }) => {
      const signature = rawRequest.header(writeBackSignatureHeader);
      const isSigned =
        sharedSecret !== undefined &&
        signature !== undefined &&
        isSignatureEqual(
          signature,
          signRequest(sharedSecret, urls.baseUrl + rawRequest.path, rawRequest.body),
        );
      // The error is the same in all cases, so that callers cannot tell which part was wrong.
      if (!isSigned) throw new Problem('request.not-signed');
      const { api_key, ...input } = context.body;
      const key = query.api_key ?? api_key;
      if (key === undefined || !(await verifyApiKey(tx, key))) throw new Problem('request.not-signed');
      const viewer = apiClientViewer.limitedTo(deploymentState.lastVisiblePostId);
      // Media that the program uploaded without a token are recognised by its IP address; others need upload claims.
      await updatePost(tx, viewer, params.id, input, {
        address: await hashUploaderAddress(mount.db, caller),
      });
      return viewWrittenPost(tx, viewer, urls, params.id);
    },
  );
}
