/**
 * All stored data about a person, found by a number, an address or a name: to export it at their request, or to erase
 * it. An extension of API v3. The requests are POST, so that no number is part of a URL that proxies log.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { ApiDate, BooleanIn, IdOut, TrimmedText } from '../common/scalars.ts';
import { ContactType } from '../contacts/contacts.ts';
import { MessageDirection, MessageStatus, MessageType } from '../messages/messages.ts';
import { ConsentRecord } from '../posts/post-consent.ts';
import { Translation } from '../posts/post-translations.ts';
import { Post } from '../posts/posts.ts';

const contactField = TrimmedText.pipe(z.string().max(limits.contact)).default('');
const Count = z.number().int();

/**
 * Number of records. `imports`: imports whose file or rejected rows contain the value. `accounts`: accounts that use
 * it as login or contact; those are deleted as users.
 */
export const ContactDataCounts = z.object({
  contacts: Count,
  messages: Count,
  posts: Count,
  surveys: Count,
  imports: Count,
  accounts: Count,
});
export type ContactDataCounts = z.infer<typeof ContactDataCounts>;

/** All stored data about a person. */
export const ContactData = z.object({
  made: ApiDate,
  contacts: z.array(
    z.object({
      id: IdOut,
      type: ContactType,
      contact: z.string(),
      data_source: z.string().nullable(),
      user_id: IdOut.nullable(),
      can_notify: z.boolean(),
      /** Since when the contact has opted out of messages. */
      stopped: ApiDate.nullable(),
      created: ApiDate,
    }),
  ),
  messages: z.array(
    z.object({
      id: IdOut,
      direction: MessageDirection,
      type: MessageType,
      status: MessageStatus,
      title: z.string().nullable(),
      message: z.string(),
      data_source: z.string().nullable(),
      additional_data: z.record(z.string(), z.unknown()).nullable(),
      post_id: IdOut.nullable(),
      created: ApiDate,
    }),
  ),
  /** Received but not yet processed into messages. */
  arriving: z.array(
    z.object({ data_source: z.string(), arrived: ApiDate, message: z.record(z.string(), z.unknown()) }),
  ),
  /** Mail that was or will be sent to the address; the text is deleted after sending. */
  mails: z.array(z.object({ subject: z.string(), created: ApiDate })),
  /** Surveys sent to the contact, their progress, and the posts with the answers. */
  surveys: z.array(
    z.object({ survey: z.string(), state: z.string(), asked: ApiDate, post_id: IdOut.nullable() }),
  ),
  /** Imports whose stored file or rejected rows contain the value, with those rows. */
  imports: z.array(
    z.object({
      id: IdOut,
      name: z.string(),
      created: ApiDate,
      in_file: z.boolean(),
      rejected: z.array(z.array(z.string())),
    }),
  ),
  /** Posts sent by the contact, or with the address as their author's. */
  posts: z.array(Post),
  /** Translations of those posts. */
  translations: z.array(Translation),
  /** What the person agreed to, for each report. */
  consents: z.array(ConsentRecord.extend({ post_id: IdOut })),
});
export type ContactData = z.infer<typeof ContactData>;

export const findContactData = defineEndpoint({
  name: 'findContactData',
  method: 'POST',
  path: '/contact-data',
  summary: 'Number of records about a number, an address or a name; for administrators',
  scope: 'contacts',
  needs: [],
  body: z.object({ contact: contactField }),
  response: ContactDataCounts,
});

export const exportContactData = defineEndpoint({
  name: 'exportContactData',
  method: 'POST',
  path: '/contact-data/export',
  summary: 'All stored data about a number, an address or a name; for administrators',
  scope: 'contacts',
  needs: [],
  body: z.object({ contact: contactField }),
  response: ContactData,
});

export const eraseContactData = defineEndpoint({
  name: 'eraseContactData',
  method: 'POST',
  path: '/contact-data/erase',
  summary:
    'Erase the contact, its messages and the author of its posts; with `posts` the posts too; files of imports that contain it, and all files of exports. This cannot be undone',
  scope: 'contacts',
  needs: [],
  body: z.object({ contact: contactField, posts: BooleanIn.default(false) }),
  response: ContactDataCounts,
});
