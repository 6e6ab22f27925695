/** Mails for tests, and how they are fetched and found. */
import type { Message } from '@waypost/contract/messages/messages';
import type { Post } from '@waypost/contract/posts/posts';
import { inTransaction } from '../../kernel/db/database.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { pollSources } from './poll-sources.ts';

/** The login of the mailbox. */
export const username = 'reports@example.org';
/** The options of the data source for a mailbox at a port of this machine. */
export const mailboxOptions = (port: number, more: object = {}) => ({
  incoming_type: 'IMAP',
  incoming_server: 'localhost',
  incoming_port: String(port),
  incoming_security: 'None',
  incoming_username: username,
  incoming_password: 'secret',
  ...more,
});
/** A mail as it is delivered. */
export const rawMail = (id: string, text: string, headers: readonly string[] = []) =>
  [
    ...(headers.some((line) => line.startsWith('From:')) ? [] : ['From: Ines Ortega <Ines@Example.org>']),
    `To: ${username}`,
    ...(headers.some((line) => line.startsWith('Subject:')) ? [] : ['Subject: Bridge down']),
    'Date: Tue, 03 Dec 2019 10:41:17 +0200',
    ...(id ? [`Message-ID: <${id}>`] : []),
    ...headers,
    '',
    text,
  ].join('\r\n');

/** Functions that fetch mail and read what became of it. */
export const createMailHelpers = (getApp: () => TestApp) => ({
  fetchMail: async (): Promise<void> => {
    const app = getApp();
    await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, pollSources, {}));
    await app.jobs.runPending();
  },
  findPostsByText: async (text: string): Promise<Post[]> => {
    const path = `/posts?status=all&source=email&q=${encodeURIComponent(text)}`;
    return (await getApp().send<{ results: Post[] }>('reviewer', 'GET', path)).body.results;
  },
  listMessagesOfPost: async (post: Post | undefined): Promise<Message[]> => {
    const path = `/messages?post=${post?.id}&orderby=id&order=asc`;
    return (await getApp().send<{ results: Message[] }>('reviewer', 'GET', path)).body.results;
  },
});
