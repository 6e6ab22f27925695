/** Telling somebody everything that is kept about them, and erasing it, in one transaction each. */
import type { ContactData, ContactDataCounts } from '@waypost/contract/contact-data';
import { recordChange } from '../audit/audit.public.ts';
import { lockNumber } from '../contacts/contacts.public.ts';
import { discardExportFiles } from '../exports/exports.public.ts';
import { findNamedIn, forgetNamedIn } from '../imports/imports.public.ts';
import { type Tx, takeTime } from '../kernel/db.ts';
import type { FileStore } from '../kernel/file-store.ts';
import { fault } from '../kernel/problem.ts';
import { require } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, wireDate, wireDateOrNull } from '../kernel/wire.ts';
import { discardMediaOfMessages, type MediaPlace } from '../media/media.public.ts';
import { deletePosts, postFor, translationsOf, viewPost } from '../posts/posts.public.ts';
import { contactDataPrivileges } from './contact-data.rules.ts';
import {
  countAccounts,
  deleteContacts,
  disownMessages,
  findArriving,
  findContacts,
  findMails,
  findMessages,
  findPosts,
  findSurveys,
  forgetArriving,
  forgetMails,
  readWritings,
  type Subject,
  subjectOf,
} from './contact-data.sql.ts';
import { remove } from './retention.sql.ts';

async function findAll(tx: Tx, subject: Subject, store: FileStore, lock: 'lock' | 'look' = 'look') {
  // Authors are looked for in every post.
  await takeTime(tx);
  const contacts = await findContacts(tx, subject, lock);
  const ids = contacts.map(({ id }) => id);
  const posts = await findPosts(tx, subject, ids);
  return {
    contacts,
    messages: await findMessages(tx, ids),
    arriving: await findArriving(tx, subject),
    mails: await findMails(tx, subject),
    surveys: await findSurveys(tx, ids),
    imports: await findNamedIn(tx, store, subject.isNamedIn),
    accounts: await countAccounts(tx, subject, contacts),
    posts: [...new Set([...posts.sent, ...posts.authored])],
    sentPosts: posts.sent,
  };
}

type Found = Awaited<ReturnType<typeof findAll>>;

const countsOf = ({
  contacts,
  messages,
  arriving,
  posts,
  surveys,
  imports,
  accounts,
}: Found): ContactDataCounts => ({
  contacts: contacts.length,
  messages: messages.length + arriving.length,
  posts: posts.length,
  surveys: surveys.length,
  imports: imports.length,
  accounts,
});

const isNothing = ({ mails, ...found }: Found) => {
  const { accounts: _, ...counts } = countsOf({ mails, ...found });
  return mails.length === 0 && Object.values(counts).every((count) => count === 0);
};

/** @throws 403 for all but administrators; Faults at `/contact` */
async function askedFor(
  tx: Tx,
  viewer: Viewer,
  privilege: 'read' | 'delete',
  contact: string,
): Promise<{ subject: Subject; writings: readonly string[] }> {
  require(viewer, contactDataPrivileges(viewer), privilege, 'contact-data');
  if (contact === '') throw fault('contact-data', 'contact', 'required');
  const writings = await readWritings(tx, contact);
  return { subject: subjectOf(contact, writings), writings };
}

/** In the log there is what was done and how much of it there was, and no number. */
const record = (tx: Tx, viewer: Viewer, found: Found, action: 'create' | 'delete', gone: string[]) => {
  const counts = Object.entries(countsOf(found)).filter(([name, count]) => gone.includes(name) && count > 0);
  const details = Object.fromEntries(counts.map(([name, count]) => [name, { from: count, to: 0 }]));
  return recordChange(tx, viewer, { action, subject: 'contacts', id: found.contacts[0]?.id ?? 0, details });
};

export const countContactData = async (
  tx: Tx,
  viewer: Viewer,
  store: FileStore,
  contact: string,
): Promise<ContactDataCounts> => {
  const { subject } = await askedFor(tx, viewer, 'read', contact);
  return countsOf(await findAll(tx, subject, store));
};

/** Everything in the words in which it is kept. That somebody took it is written to the log. */
export async function tellContactData(
  tx: Tx,
  viewer: Viewer,
  addresses: Addresses,
  store: FileStore,
  contact: string,
): Promise<ContactData> {
  const { subject } = await askedFor(tx, viewer, 'read', contact);
  const found = await findAll(tx, subject, store);
  const posts = [];
  const translations = [];
  for (const id of found.posts) {
    const known = await postFor(tx, viewer, id, 'read');
    posts.push(viewPost(viewer, addresses, known));
    translations.push(...(await translationsOf(tx, viewer, addresses, known)).results);
  }
  if (!isNothing(found)) await record(tx, viewer, found, 'create', []);
  return {
    made: wireDate(new Date()),
    contacts: found.contacts.map((it) => ({
      ...it,
      stopped: wireDateOrNull(it.stopped),
      created: wireDate(it.created),
    })),
    messages: found.messages.map((it) => ({ ...it, created: wireDate(it.created) })),
    arriving: found.arriving.map((it) => ({ ...it, arrived: wireDate(it.arrived) })),
    mails: found.mails.map((it) => ({ ...it, created: wireDate(it.created) })),
    surveys: found.surveys.map((it) => ({ ...it, asked: wireDate(it.asked) })),
    imports: found.imports.map(({ row, inFile, rejected }) => ({
      id: row.id,
      name: row.name,
      created: wireDate(row.created),
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
 * @throws Faults at `/contact` while an import runs that names it
 */
export async function eraseContactData(
  tx: Tx,
  viewer: Viewer,
  { contact, posts: withPosts }: { contact: string; posts: boolean },
  place: MediaPlace,
): Promise<ContactDataCounts> {
  const { subject, writings } = await askedFor(tx, viewer, 'delete', contact);
  // What comes in from there just now waits, and then begins anew.
  for (const writing of writings.length > 0 ? writings.toSorted() : [contact]) await lockNumber(tx, writing);
  const found = await findAll(tx, subject, place.store, 'lock');
  if (isNothing(found)) return countsOf(found);
  if (!(await forgetNamedIn(tx, found.imports, place)))
    throw fault('contact-data', 'contact', 'importRunning');
  await discardExportFiles(tx, place);
  const messages = found.messages.map(({ id }) => id);
  await forgetArriving(tx, subject);
  await forgetMails(tx, subject);
  await disownMessages(tx, messages);
  await remove.messages(tx, messages);
  await discardMediaOfMessages(tx, messages, place);
  if (withPosts) await deletePosts(tx, found.posts, place);
  else await remove.authors(tx, found.posts);
  await deleteContacts(
    tx,
    found.contacts.map(({ id }) => id),
  );
  const gone = ['contacts', 'messages', 'surveys', 'imports', ...(withPosts ? ['posts'] : [])];
  await record(tx, viewer, found, 'delete', gone);
  return countsOf(found);
}
