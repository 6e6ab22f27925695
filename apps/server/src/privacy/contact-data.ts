/** Telling somebody everything that is kept about them, and erasing it, in one transaction each. */
import type { ContactData, ContactDataCounts } from '@waypost/contract/privacy/contact-data';
import { recordChange } from '../audit/audit.public.ts';
import { lockNumber } from '../contacts/contacts.public.ts';
import { discardExportFiles } from '../exports/exports.public.ts';
import { findNamedIn, forgetNamedIn } from '../imports/imports.public.ts';
import { disableStatementTimeout, type Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import { validationError } from '../kernel/http/problem.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { discardMediaOfMessages, type MediaPlace } from '../media/media.public.ts';
import { deletePosts, postFor, translationsOf, viewPost } from '../posts/posts.public.ts';
import { contactDataPrivileges } from './contact-data.rules.ts';
import {
  anonymizeMessages,
  countAccounts,
  createDataSubject,
  type DataSubject,
  deleteContacts,
  deleteMails,
  eraseQueuedMessages,
  findContacts,
  findMails,
  findMessages,
  findNumberVariants,
  findPosts,
  findQueuedMessages,
  findSurveys,
} from './contact-data.sql.ts';
import { removeByRule } from './retention.sql.ts';

async function findContactData(
  tx: Tx,
  subject: DataSubject,
  store: FileStore,
  lock: 'lock' | 'look' = 'look',
) {
  // Authors are looked for in every post.
  await disableStatementTimeout(tx);
  const contacts = await findContacts(tx, subject, lock);
  const ids = contacts.map(({ id }) => id);
  const posts = await findPosts(tx, subject, ids);
  return {
    contacts,
    messages: await findMessages(tx, ids),
    arriving: await findQueuedMessages(tx, subject),
    mails: await findMails(tx, subject),
    surveys: await findSurveys(tx, ids),
    imports: await findNamedIn(tx, store, subject.isMentionedIn),
    accounts: await countAccounts(tx, subject, contacts),
    posts: [...new Set([...posts.sent, ...posts.authored])],
    sentPosts: posts.sent,
  };
}

type FoundData = Awaited<ReturnType<typeof findContactData>>;

const toCounts = ({
  contacts,
  messages,
  arriving,
  posts,
  surveys,
  imports,
  accounts,
}: FoundData): ContactDataCounts => ({
  contacts: contacts.length,
  messages: messages.length + arriving.length,
  posts: posts.length,
  surveys: surveys.length,
  imports: imports.length,
  accounts,
});

const isEmpty = ({ mails, ...found }: FoundData) => {
  const { accounts: _, ...counts } = toCounts({ mails, ...found });
  return mails.length === 0 && Object.values(counts).every((count) => count === 0);
};

/** @throws 403 for all but administrators; Faults at `/contact` */
async function authorizeSubject(
  tx: Tx,
  viewer: Viewer,
  privilege: 'read' | 'delete',
  contact: string,
): Promise<{ subject: DataSubject; writings: readonly string[] }> {
  requirePrivilege(viewer, contactDataPrivileges(viewer), privilege, 'contact-data');
  if (contact === '') throw validationError('contact-data', 'contact', 'required');
  const numberVariants = await findNumberVariants(tx, contact);
  return { subject: createDataSubject(contact, numberVariants), writings: numberVariants };
}

/** In the log there is what was done and how much of it there was, and no number. */
const recordContactDataChange = (
  tx: Tx,
  viewer: Viewer,
  found: FoundData,
  action: 'create' | 'delete',
  erasedKinds: string[],
) => {
  const counts = Object.entries(toCounts(found)).filter(
    ([name, count]) => erasedKinds.includes(name) && count > 0,
  );
  const details = Object.fromEntries(counts.map(([name, count]) => [name, { from: count, to: 0 }]));
  return recordChange(tx, viewer, { action, subject: 'contacts', id: found.contacts[0]?.id ?? 0, details });
};

export const countContactData = async (
  tx: Tx,
  viewer: Viewer,
  store: FileStore,
  contact: string,
): Promise<ContactDataCounts> => {
  const { subject } = await authorizeSubject(tx, viewer, 'read', contact);
  return toCounts(await findContactData(tx, subject, store));
};

/** Everything in the words in which it is kept. That somebody took it is written to the log. */
export async function exportContactData(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  store: FileStore,
  contact: string,
): Promise<ContactData> {
  const { subject } = await authorizeSubject(tx, viewer, 'read', contact);
  const found = await findContactData(tx, subject, store);
  const posts = [];
  const translations = [];
  for (const id of found.posts) {
    const postDetails = await postFor(tx, viewer, id, 'read');
    posts.push(viewPost(viewer, urls, postDetails));
    translations.push(...(await translationsOf(tx, viewer, urls, postDetails)).results);
  }
  if (!isEmpty(found)) await recordContactDataChange(tx, viewer, found, 'create', []);
  return {
    made: toApiDate(new Date()),
    contacts: found.contacts.map((it) => ({
      ...it,
      stopped: toApiDateOrNull(it.stopped),
      created: toApiDate(it.created),
    })),
    messages: found.messages.map((it) => ({ ...it, created: toApiDate(it.created) })),
    arriving: found.arriving.map((it) => ({ ...it, arrived: toApiDate(it.arrived) })),
    mails: found.mails.map((it) => ({ ...it, created: toApiDate(it.created) })),
    surveys: found.surveys.map((it) => ({ ...it, asked: toApiDate(it.asked) })),
    imports: found.imports.map(({ row, isInFile: inFile, rejected }) => ({
      id: row.id,
      name: row.name,
      created: toApiDate(row.created),
      in_file: inFile,
      rejected: rejected.map(({ cells }) => cells),
    })),
    posts,
    translations,
  };
}

/**
 * Erases the contact, what was said from and to there, and who wrote the posts; surveys that were sent there go on without.
 * Files that came in and rows that were not taken go where they name it, and all files that exports have made: whatever was
 * exported may be in them. Accounts stay: those are deleted among the users.
 * @param withPosts the posts go, too
 * @returns how much there was
 * @throws ValidationError at `/contact` while an import runs that names it
 */
export async function eraseContactData(
  tx: Tx,
  viewer: Viewer,
  { contact, posts: withPosts }: { contact: string; posts: boolean },
  mediaStorage: MediaPlace,
): Promise<ContactDataCounts> {
  const { subject, writings: numberVariants } = await authorizeSubject(tx, viewer, 'delete', contact);
  // What comes in from there just now waits, and then begins anew.
  for (const writing of numberVariants.length > 0 ? numberVariants.toSorted() : [contact])
    await lockNumber(tx, writing);
  const found = await findContactData(tx, subject, mediaStorage.store, 'lock');
  if (isEmpty(found)) return toCounts(found);
  if (!(await forgetNamedIn(tx, found.imports, mediaStorage)))
    throw validationError('contact-data', 'contact', 'importRunning');
  await discardExportFiles(tx, mediaStorage);
  const messages = found.messages.map(({ id }) => id);
  await eraseQueuedMessages(tx, subject);
  await deleteMails(tx, subject);
  await anonymizeMessages(tx, messages);
  await removeByRule.messages(tx, messages);
  await discardMediaOfMessages(tx, messages, mediaStorage);
  if (withPosts) await deletePosts(tx, found.posts, mediaStorage);
  else await removeByRule.authors(tx, found.posts);
  await deleteContacts(
    tx,
    found.contacts.map(({ id }) => id),
  );
  const erasedKinds = ['contacts', 'messages', 'surveys', 'imports', ...(withPosts ? ['posts'] : [])];
  await recordContactDataChange(tx, viewer, found, 'delete', erasedKinds);
  return toCounts(found);
}
