/** Messages in API v3 format, with its order of keys (API v3 §2.10). */
import type { Message, Thread } from '@waypost/contract/messages/messages';
import { toApiDate, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { messagePrivileges } from './messages.rules.ts';
import type { MessageRow } from './messages.sql.ts';
import type { ThreadRow } from './threads.sql.ts';

/** The date format of PHP: `2019-11-30 09:15:00.000000` (API v3 §1.8). */
const toPhpDateTime = (time: Date) => ({
  date: `${time.toISOString().slice(0, 23).replace('T', ' ')}000`,
  timezone_type: 3 as const,
  timezone: 'UTC' as const,
});

const isContactWithheld = (viewer: Viewer, row: { contact_id: number | null }): boolean =>
  row.contact_id !== null && !viewer.seesPersonalData;

/** The address or number of a contact, or what stands for it. Counts those that are shown, for the audit log. */
function viewContactOfMessage<Address extends string | null>(
  viewer: Viewer,
  address: Address,
  row: { contact_id: number | null; reporter_code: string | null },
) {
  if (isContactWithheld(viewer, row))
    return { contact: null, reporter: { code: row.reporter_code, may_view: viewer.mayViewPersonalData } };
  if (address !== null) viewer.personalDataReads += 1;
  return { contact: address };
}

/** Further data of a message. Quoted mails and signatures name people and their addresses: without them, there is a note that they exist. */
function viewAdditionalData(viewer: Viewer, { additional_data }: MessageRow): Message['additional_data'] {
  if (additional_data?.['quoted_text'] === undefined) return additional_data;
  const { quoted_text, ...shown } = additional_data;
  return { ...shown, has_quoted_text: true, ...(viewer.seesPersonalData && { quoted_text }) };
}

/** A message with the viewer's privileges. */
export const viewMessage = (viewer: Viewer, urls: UrlBuilder, row: MessageRow): Message => ({
  id: row.id,
  url: urls.entity('messages', row.id),
  ...urls.ownerField('parent', 'messages', row.parent_id),
  contact_id: row.contact_id,
  post_id: row.post_id,
  ...(row.user_id === null
    ? { user_id: null }
    : { user: { ...urls.relation('users', row.user_id), realname: row.realname } }),
  data_source: row.data_source,
  // Ids of e-mails contain names of the senders' servers.
  data_source_message_id: isContactWithheld(viewer, row) ? null : row.data_source_message_id,
  title: row.title,
  message: row.message,
  datetime: row.datetime && toPhpDateTime(row.datetime),
  type: row.type,
  status: row.status,
  direction: row.direction,
  created: toApiDate(row.created),
  additional_data: viewAdditionalData(viewer, row),
  notification_post_id: row.notification_post_id,
  ...viewContactOfMessage(viewer, row.address, row),
  allowed_privileges: messagePrivileges(viewer, row),
});

/** A conversation in the list of conversations. */
export const viewThread = (viewer: Viewer, row: ThreadRow): Thread => ({
  contact_id: row.contact_id,
  ...viewContactOfMessage(viewer, row.contact, row),
  contact_type: row.contact_type,
  is_stopped: row.is_stopped,
  unread: row.unread,
  is_waiting: row.is_waiting,
  message_id: row.message_id,
  message: row.message,
  message_type: row.message_type,
  direction: row.direction,
  status: row.status,
  created: toApiDate(row.created),
  post_id: row.post_id,
});
