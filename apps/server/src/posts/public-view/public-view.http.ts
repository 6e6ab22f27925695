/** Routes that show what visitors will see of a post. */

import { randomInt } from 'node:crypto';
import * as contract from '@waypost/contract/posts/public-view';
import { Problem } from '../../kernel/http/problem.ts';
import { type MountContext, route, visitorThrottle } from '../../kernel/http/route.ts';
import { accessDenied } from '../../kernel/security/require-privilege.ts';
import { anonymousViewer } from '../../kernel/security/viewer.ts';
import { type PostEnricher, readPostDetails } from '../post-details.ts';
import { canSeeUnmasked } from '../posts.rules.ts';
import { readAuthorizedPost } from '../read-authorized-post.ts';
import { previewPost } from './preview-post.ts';
import { viewAsVisitor } from './public-view.ts';

/** Mounts the routes. */
export function mountPublicViews(mount: MountContext, enrich: PostEnricher): void {
  route(mount, contract.readPublicView, async ({ tx, viewer, urls, params }) => {
    const details = await readAuthorizedPost(tx, viewer, params.id, 'read');
    // Others would learn which answers are withheld.
    if (!canSeeUnmasked(viewer, details.post)) throw accessDenied(viewer, 'read_full', 'posts', params.id);
    const asVisitor = await enrich(
      tx,
      anonymousViewer,
      await readPostDetails(tx, anonymousViewer, [params.id]),
    );
    return viewAsVisitor(viewer, urls, asVisitor[0] ?? details);
  });
  route(
    mount,
    contract.previewPost,
    ({ tx, viewer, urls, body }) => {
      // Under pressure reports go first.
      if (!viewer.isSignedIn && mount.requestRate.pressure > 1)
        throw new Problem('server.busy').withRetryAfter(randomInt(5, 30));
      return previewPost(tx, viewer, urls, body);
    },
    { throttle: visitorThrottle(mount, 'previews') },
  );
}
