/** The addresses of messages. */
import { limits } from '@waypost/contract/limits';
import * as contract from '@waypost/contract/messages';
import type { Tx } from '../kernel/db.ts';
import { containing } from '../kernel/paging.ts';
import { notFound } from '../kernel/problem.ts';
import { type Mount, route } from '../kernel/route.ts';
import { listEnvelope } from '../kernel/wire.ts';
import { postFor, viewPost } from '../posts/posts.public.ts';
import { answerContact, changeAnswer, messageFor } from './answer-contact.ts';
import { searchMessages } from './messages.sql.ts';
import { viewMessage, viewThread } from './messages.view.ts';
import type { Carriers } from './send-message.ts';
import { findThreads, markSeen, type ThreadRow } from './threads.sql.ts';

export function mountMessages(mount: Mount, carriers: Carriers): void {
  route(mount, contract.listMessages, async ({ tx, viewer, addresses, query }) => {
    const limit = Math.min(query.limit || limits.messagePage.usual, limits.messagePage.most);
    const { results, total } = await searchMessages(tx, { ...query, limit });
    const messages = results.map((row) => viewMessage(viewer, addresses, row));
    return listEnvelope(addresses, '/messages', { ...query, limit }, { results: messages, total });
  });
  route(mount, contract.readMessage, async ({ tx, viewer, addresses, params }) =>
    viewMessage(viewer, addresses, await messageFor(tx, viewer, params.id)),
  );
  route(mount, contract.createMessage, async ({ tx, viewer, addresses, body }) =>
    viewMessage(viewer, addresses, await answerContact(tx, viewer, body, carriers)),
  );
  route(mount, contract.updateMessage, async ({ tx, viewer, addresses, params, body }) =>
    viewMessage(viewer, addresses, await changeAnswer(tx, viewer, params.id, body, carriers)),
  );
  route(mount, contract.readPostOfMessage, async ({ tx, viewer, addresses, params }) => {
    const message = await messageFor(tx, viewer, params.id);
    if (message.post_id === null) throw notFound('posts', '');
    return viewPost(viewer, addresses, await postFor(tx, viewer, message.post_id, 'read'));
  });
  mountThreads(mount);
}

async function threadOf(tx: Tx, contact: number): Promise<ThreadRow> {
  const { results } = await findThreads(tx, { contact, limit: 1, offset: 0 });
  const [thread] = results;
  if (!thread) throw notFound('contacts', contact);
  return thread;
}

function mountThreads(mount: Mount): void {
  route(mount, contract.listThreads, async ({ tx, query: { state, q, limit, offset = 0 } }) => {
    const size = Math.min(limit ?? limits.threadPage.usual, limits.threadPage.most);
    const part = q ? containing(q) : undefined;
    const { results, total } = await findThreads(tx, { state, part, limit: size, offset });
    return { count: results.length, total_count: total, results: results.map(viewThread) };
  });
  route(mount, contract.readThread, async ({ tx, params }) => viewThread(await threadOf(tx, params.contact)));
  route(mount, contract.seeThread, async ({ tx, params, body }) => {
    await threadOf(tx, params.contact);
    await markSeen(tx, params.contact, body.seen);
    return viewThread(await threadOf(tx, params.contact));
  });
}
