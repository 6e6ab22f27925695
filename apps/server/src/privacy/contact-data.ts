/** Exports and erases all data about a person, in one transaction each. */
import type { ContactData, ContactDataCounts } from '@waypost/contract/privacy/contact-data';
import { recordChange } from '../audit/audit.public.ts';
import { lockPhoneNumber } from '../contacts/contacts.public.ts';
import { expireExportFiles } from '../exports/exports.public.ts';
import { findPersonInImports, removePersonFromImports } from '../imports/imports.public.ts';
import { disableStatementTimeout, type Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import { validationError } from '../kernel/http/problem.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { deleteMediaOfMessages } from '../media/media.public.ts';
import {
  readAuthorizedPost,
  readTranslationPage,
  viewConsentRecords,
  viewPost,
} from '../posts/posts.public.ts';
import { removeEarlierVersions } from './anonymize-posts.sql.ts';
import { anonymizePosts, deletePostsAndTraces } from './anonymize-posts.ts';
import {
  anonymizeMessages,
  countAccounts,
  createDataSubject,
  type DataSubject,
  deleteContacts,
  deleteMails,
  eraseFromQuotedMails,
  eraseQueuedMessages,
  findContacts,
  findMails,
  findMessages,
  findNumberVariants,
  findPosts,
  findQueuedMessages,
  findSurveys,
} from './contact-data.sql.ts';
import { contactDataPrivileges } from './privacy.rules.ts';
import { removeByRule } from './retention.sql.ts';

async function findContactData(
  tx: Tx,
  subject: DataSubject,
  store: FileStore,
  lock: 'lock' | 'look' = 'look',
) {
  // The search for authors scans all posts.
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
    imports: await findPersonInImports(tx, store, subject.isMentionedIn),
    accounts: await countAccounts(tx, subject, contacts),
    /** Those whose author or sender the person is. */
    posts: [...new Set([...posts.sent, ...posts.authored])],
    /** Those of others whose earlier versions name the person. */
    formerPosts: posts.formerlyAuthored,
  };
}

type ContactDataRows = Awaited<ReturnType<typeof findContactData>>;

const toCounts = ({
  contacts,
  messages,
  arriving,
  posts,
  formerPosts,
  surveys,
  imports,
  accounts,
}: ContactDataRows): ContactDataCounts => ({
  contacts: contacts.length,
  messages: messages.length + arriving.length,
  posts: posts.length + formerPosts.length,
  surveys: surveys.length,
  imports: imports.length,
  accounts,
});

const isEmpty = (data: ContactDataRows) => {
  const { accounts: _, ...counts } = toCounts(data);
  return data.mails.length === 0 && Object.values(counts).every((count) => count === 0);
};

/** @throws 403 for all but administrators; Faults at `/contact` */
async function authorizeSubject(
  tx: Tx,
  viewer: Viewer,
  privilege: 'read' | 'delete',
  contact: string,
): Promise<{ subject: DataSubject; numberVariants: readonly string[] }> {
  requirePrivilege(viewer, contactDataPrivileges(viewer), privilege, 'contact-data');
  if (contact === '') throw validationError('contact-data', 'contact', 'required');
  const numberVariants = await findNumberVariants(tx, contact);
  return { subject: createDataSubject(contact, numberVariants), numberVariants };
}

/** Writes the action and the counts to the audit log, without the contact itself. */
const recordContactDataChange = (
  tx: Tx,
  viewer: Viewer,
  data: ContactDataRows,
  action: 'create' | 'delete',
  erasedKinds: string[],
) => {
  const counts = Object.entries(toCounts(data)).filter(
    ([name, count]) => erasedKinds.includes(name) && count > 0,
  );
  const details = Object.fromEntries(counts.map(([name, count]) => [name, { from: count, to: 0 }]));
  return recordChange(tx, viewer, { action, subject: 'contacts', id: data.contacts[0]?.id ?? 0, details });
};

/** Counts the data about a contact. @throws as `authorizeSubject` */
export const countContactData = async (
  tx: Tx,
  viewer: Viewer,
  store: FileStore,
  contact: string,
): Promise<ContactDataCounts> => {
  const { subject } = await authorizeSubject(tx, viewer, 'read', contact);
  return toCounts(await findContactData(tx, subject, store));
};

/** Exports all data about a contact as it is stored. The export is written to the audit log. */
export async function exportContactData(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  store: FileStore,
  contact: string,
): Promise<ContactData> {
  const { subject } = await authorizeSubject(tx, viewer, 'read', contact);
  const data = await findContactData(tx, subject, store);
  const posts = [];
  const translations = [];
  for (const id of data.posts) {
    const postDetails = await readAuthorizedPost(tx, viewer, id, 'read');
    posts.push(viewPost(viewer, urls, postDetails));
    translations.push(...(await readTranslationPage(tx, viewer, urls, postDetails)).results);
  }
  if (!isEmpty(data)) await recordContactDataChange(tx, viewer, data, 'create', []);
  return {
    made: toApiDate(new Date()),
    contacts: data.contacts.map((row) => ({
      ...row,
      stopped: toApiDateOrNull(row.stopped),
      created: toApiDate(row.created),
    })),
    messages: data.messages.map((row) => ({ ...row, created: toApiDate(row.created) })),
    arriving: data.arriving.map((row) => ({ ...row, arrived: toApiDate(row.arrived) })),
    mails: data.mails.map((row) => ({ ...row, created: toApiDate(row.created) })),
    surveys: data.surveys.map((row) => ({ ...row, asked: toApiDate(row.asked) })),
    imports: data.imports.map(({ row, isInFile, rejected }) => ({
      id: row.id,
      name: row.name,
      created: toApiDate(row.created),
      in_file: isInFile,
      rejected: rejected.map(({ cells }) => cells),
    })),
    posts,
    translations,
    consents: await viewConsentRecords(tx, urls, data.posts),
  };
}

/**
 * Erases a contact, its messages, targeted surveys, and the personal data in its posts, as `anonymizePosts` does. Import files and
 * rejected import rows that mention the contact are erased too, as well as all export files, which may contain the data. Accounts stay:
 * they are deleted among the users.
 * @param shouldDeletePosts also deletes the posts
 * @returns the number of rows of each kind before
 * @throws ValidationError at `/contact` while an import runs that names it
 */
export async function eraseContactData(
  tx: Tx,
  viewer: Viewer,
  { contact, posts: shouldDeletePosts }: { contact: string; posts: boolean },
  store: FileStore,
): Promise<ContactDataCounts> {
  const { subject, numberVariants } = await authorizeSubject(tx, viewer, 'delete', contact);
  // Messages that arrive from the contact now wait for the lock, and then belong to a new contact.
  for (const number of numberVariants.length > 0 ? numberVariants.toSorted() : [contact])
    await lockPhoneNumber(tx, number);
  const data = await findContactData(tx, subject, store, 'lock');
  // They may name people who never wrote themselves.
  await eraseFromQuotedMails(tx, subject);
  if (isEmpty(data)) return toCounts(data);
  if (!(await removePersonFromImports(tx, data.imports)))
    throw validationError('contact-data', 'contact', 'importRunning');
  await expireExportFiles(tx);
  const messageIds = data.messages.map(({ id }) => id);
  await eraseQueuedMessages(tx, subject);
  await deleteMails(tx, subject);
  await anonymizeMessages(tx, messageIds);
  await removeByRule.messages(tx, messageIds);
  await deleteMediaOfMessages(tx, messageIds);
  if (shouldDeletePosts) await deletePostsAndTraces(tx, data.posts);
  else await anonymizePosts(tx, data.posts, { keepExact: false });
  await removeEarlierVersions(tx, data.formerPosts);
  await deleteContacts(
    tx,
    data.contacts.map(({ id }) => id),
  );
  const erasedKinds = ['contacts', 'messages', 'surveys', 'imports', ...(shouldDeletePosts ? ['posts'] : [])];
  await recordContactDataChange(tx, viewer, data, 'delete', erasedKinds);
  return toCounts(data);
}
