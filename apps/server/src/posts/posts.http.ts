/** Routes of single posts. Lists and maps are in `browse`. */

import * as consentContract from '@waypost/contract/posts/post-consent';
import type { ExtraFields } from '@waypost/contract/posts/post-verification';
import * as contract from '@waypost/contract/posts/posts';
import type { z } from 'zod';
import { findInputError, readValidFields } from '../kernel/http/invalid-input.ts';
import { type Handler, type MountContext, route, routeWithPreCheck } from '../kernel/http/route.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { MediaRequest } from '../media/media.public.ts';
import { submittedSurveyId } from './answers/submitted-answers.ts';
import { changeConsent, readPostForConsent } from './consent/change-consent.ts';
import { viewPostConsent } from './consent/post-consent.view.ts';
import { batchSubmissions } from './create/batch-submissions.ts';
import { checkDrafts } from './create/create-posts.ts';
import { submitPosts } from './create/submit-posts.ts';
import { deletePost } from './edit/delete-post.ts';
import { updatePost } from './edit/update-post.ts';
import { addExtraFields } from './merge/add-extra-fields.ts';
import { readPostOrPrimary } from './merge/read-post-or-primary.ts';
import type { PostEnricher } from './post-details.ts';
import { postPrivileges } from './posts.rules.ts';
import { viewPost } from './posts.view.ts';
import { createVisitorGate, type SenderContext } from './senders/visitors.ts';
import { viewWrittenPost } from './view-written-post.ts';
import { registerVisibilityJobs } from './visibility/update-visibility.ts';

/** A new post before a survey is chosen, as `GET /posts/privileges` judges it. */
const newPostAccess = (viewer: Viewer) => ({
  user_id: viewer.id,
  status: 'draft' as const,
  published_to: [],
});

/** Mounts the routes that read, create, change and delete one post, and those about what its reporter agreed to. */
export function mountPosts(mount: MountContext, enrich: PostEnricher): void {
  registerVisibilityJobs(mount);
  /** Adds the fields that the request names, too. */
  const withExtras =
    (request: MediaRequest & { query: z.output<typeof ExtraFields> }): PostEnricher =>
    async (tx, viewer, posts) =>
      addExtraFields(request, await enrich(tx, viewer, posts), request.query);
  route(mount, contract.readPostPrivileges, async ({ viewer }) => ({
    allowed_privileges: postPrivileges(viewer, newPostAccess(viewer), undefined),
  }));
  route(mount, contract.readPost, async (context) => {
    const { tx, viewer, urls, params } = context;
    const details = await readPostOrPrimary(tx, viewer, params.id, 'refused');
    const [enriched = details] = await withExtras(context)(tx, viewer, [details]);
    return viewPost(viewer, urls, enriched);
  });
  const handleCreate: Handler<typeof contract.createPost, SenderContext> = async ({ tx, ...submission }) => {
    const { viewer, body } = submission;
    if (findInputError(body)) {
      // Rights depend on the survey: reading one that is invalid throws the error of the input.
      submittedSurveyId(body);
      const [refusal] = await checkDrafts(tx, [{ origin: 'person', viewer, input: readValidFields(body) }]);
      if (refusal) throw refusal;
    }
    const [result] = await submitPosts(tx, [submission], enrich);
    if (result && 'error' in result) throw result.error;
    return result?.post ?? null;
  };
  routeWithPreCheck(
    mount,
    contract.createPost,
    createVisitorGate(mount),
    handleCreate,
    batchSubmissions(mount, enrich),
  );
  route(mount, contract.updatePost, async (context) => {
    const { tx, viewer, urls, params } = context;
    await updatePost(tx, viewer, params.id, context.body);
    return viewWrittenPost(tx, viewer, urls, params.id, withExtras(context));
  });
  route(mount, contract.deletePost, async ({ tx, viewer, urls, params }) =>
    viewPost(viewer, urls, await deletePost(tx, viewer, params.id)),
  );
  mountConsent(mount);
}

/** Mounts the routes that read and change what the reporter of a post agreed to. */
function mountConsent(mount: MountContext): void {
  route(mount, consentContract.readPostConsent, async ({ tx, viewer, urls, params: { id } }) =>
    viewPostConsent(tx, viewer, urls, await readPostForConsent(tx, viewer, id)),
  );
  route(mount, consentContract.changePostConsent, async (context) => {
    const { tx, viewer, urls, params } = context;
    await changeConsent(tx, viewer, params.id, () => context.body);
    return viewPostConsent(tx, viewer, urls, await readPostForConsent(tx, viewer, params.id));
  });
}
