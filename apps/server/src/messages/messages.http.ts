/** HTTP endpoints of messages. */
import { limits } from '@waypost/contract/common/limits';
import * as contract from '@waypost/contract/messages/messages';
import type { Tx } from '../kernel/db/database.ts';
import { toLikePattern } from '../kernel/db/paging.ts';
import { listEnvelope } from '../kernel/http/api-format.ts';
import { notFound } from '../kernel/http/problem.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { readAuthorizedPost, viewPost } from '../posts/posts.public.ts';
import { searchMessages } from './messages.sql.ts';
import { viewMessage, viewThread } from './messages.view.ts';
import { findReplyState, readAuthorizedMessage, replyToContact, updateReply } from './reply-to-contact.ts';
import type { MessageTransports } from './send-message.ts';
import { findThreads, markThreadDone, markThreadSeen, type ThreadRow } from './threads.sql.ts';

/** Mounts the endpoints of messages and conversations. */
export function mountMessages(mount: MountContext, transports: MessageTransports): void {
  route(mount, contract.listMessages, async ({ tx, viewer, urls, query }) => {
    const limit = Math.min(query.limit || limits.messagePage.default, limits.messagePage.max);
    const { results, total } = await searchMessages(tx, {
      ...query,
      limit,
      searchesContacts: viewer.seesPersonalData,
    });
    const messages = results.map((row) => viewMessage(viewer, urls, row));
    const reply =
      query.contact === undefined ? undefined : await findReplyState(tx, query.contact, transports);
    return {
      ...listEnvelope(urls, '/messages', { ...query, limit }, { results: messages, total }),
      ...(reply && { reply }),
    };
  });
  route(mount, contract.readMessage, async ({ tx, viewer, urls, params }) =>
    viewMessage(viewer, urls, await readAuthorizedMessage(tx, viewer, params.id)),
  );
  route(mount, contract.createMessage, async ({ tx, viewer, urls, body }) =>
    viewMessage(viewer, urls, await replyToContact(tx, viewer, body, transports)),
  );
  route(mount, contract.updateMessage, async ({ tx, viewer, urls, params, body }) =>
    viewMessage(viewer, urls, await updateReply(tx, viewer, params.id, body, transports)),
  );
  route(mount, contract.readPostOfMessage, async ({ tx, viewer, urls, params }) => {
    const message = await readAuthorizedMessage(tx, viewer, params.id);
    if (message.post_id === null) throw notFound('posts', '');
    return viewPost(viewer, urls, await readAuthorizedPost(tx, viewer, message.post_id, 'read'));
  });
  mountThreads(mount);
}

async function readThread(tx: Tx, contactId: number): Promise<ThreadRow> {
  const { results } = await findThreads(tx, { contactId, limit: 1, offset: 0 });
  const [thread] = results;
  if (!thread) throw notFound('contacts', contactId);
  return thread;
}

function mountThreads(mount: MountContext): void {
  route(mount, contract.listThreads, async ({ tx, viewer, query: { state, q, limit, offset = 0 } }) => {
    const pageSize = Math.min(limit ?? limits.threadPage.default, limits.threadPage.max);
    const likePattern = q ? toLikePattern(q) : undefined;
    const { results, total } = await findThreads(tx, {
      state,
      likePattern,
      searchesContacts: viewer.seesPersonalData,
      limit: pageSize,
      offset,
    });
    return {
      count: results.length,
      total_count: total,
      results: results.map((row) => viewThread(viewer, row)),
    };
  });
  route(mount, contract.readThread, async ({ tx, viewer, params }) =>
    viewThread(viewer, await readThread(tx, params.contact)),
  );
  route(mount, contract.markThreadSeen, async ({ tx, viewer, params, body }) => {
    await readThread(tx, params.contact);
    await markThreadSeen(tx, params.contact, body.seen);
    if (body.done !== undefined) await markThreadDone(tx, params.contact, body.seen, body.done);
    return viewThread(viewer, await readThread(tx, params.contact));
  });
}
