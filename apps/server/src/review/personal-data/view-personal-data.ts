/** Looks at who sent a post or a message. Each is in the audit log (docs/decisions/0073). */
import type { PersonalData } from '@waypost/contract/review/personal-data';
import type { Tx } from '../../kernel/db/database.ts';
import { toApiDate, type UrlBuilder } from '../../kernel/http/api-format.ts';
import { notFound } from '../../kernel/http/problem.ts';
import { findQuotedMails, hasConversation } from '../../messages/messages.public.ts';
import { readAuthorizedPost } from '../../posts/posts.public.ts';
import { findUserNames } from '../../users/users.public.ts';
import { viewMember } from '../team-member.view.ts';
import { type ContactOfThread, findContactWithAccount } from './personal-data.sql.ts';
import { type Look, recordLook, requirePermissions } from './record-look.ts';

type LookWithUrls = Look & { urls: UrlBuilder };

const viewContact = (contact: ContactOfThread | undefined): PersonalData['contact'] =>
  contact ? { id: contact.id, type: contact.type, contact: contact.contact } : null;

async function viewQuotedMails(
  tx: Tx,
  contact: ContactOfThread | undefined,
  postId?: number,
): Promise<PersonalData['quoted_mails']> {
  const mails = contact ? await findQuotedMails(tx, contact.id, postId) : [];
  return mails.map(({ id, created, text }) => ({ message_id: id, created: toApiDate(created), text }));
}

/**
 * Who sent a post.
 * @throws Problem 404 when the viewer may not read the post; 403 without the permissions; ValidationError at `/reason`
 */
export async function viewPersonalDataOfPost(
  tx: Tx,
  look: LookWithUrls,
  postId: number,
): Promise<PersonalData> {
  const { viewer, urls } = look;
  requirePermissions(viewer);
  const { post, authorName } = await readAuthorizedPost(tx, viewer, postId, 'read_full');
  await recordLook(tx, look, { subject: 'posts', id: postId });
  const contact = post.contact_id === null ? undefined : await findContactWithAccount(tx, post.contact_id);
  const names = new Map(post.user_id === null ? [] : [[post.user_id, authorName]]);
  return {
    user: viewMember(urls, post.user_id, names),
    author_realname: post.author_realname,
    author_email: post.author_email,
    contact: viewContact(contact),
    quoted_mails: await viewQuotedMails(tx, contact, postId),
  };
}

/**
 * The address or number of a conversation.
 * @throws Problem 404 when there is no such conversation; 403 without the permissions; ValidationError at `/reason`
 */
export async function viewPersonalDataOfThread(
  tx: Tx,
  look: LookWithUrls,
  contactId: number,
): Promise<PersonalData> {
  const { viewer, urls } = look;
  requirePermissions(viewer);
  const contact = await findContactWithAccount(tx, contactId);
  if (!contact || !(await hasConversation(tx, contactId))) throw notFound('contacts', contactId);
  await recordLook(tx, look, { subject: 'contacts', id: contactId });
  const names = await findUserNames(tx, [contact.user_id]);
  return {
    user: viewMember(urls, contact.user_id, names),
    author_realname: null,
    author_email: null,
    contact: viewContact(contact),
    quoted_mails: await viewQuotedMails(tx, contact),
  };
}
