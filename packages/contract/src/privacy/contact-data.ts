/**
 * Everything that is kept about somebody who is reached by a number, an address or a name: told to them on their wish, and
 * erased. An extension of API v3. By POST, so that no number stands in an address that is written down on its way.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { ApiDate, BooleanIn, IdOut, TrimmedText } from '../common/scalars.ts';
import { ContactType } from '../contacts/contacts.ts';
import { MessageDirection, MessageStatus, MessageType } from '../messages/messages.ts';
import { Translation } from '../posts/post-translations.ts';
import { Post } from '../posts/posts.ts';

const contactField = TrimmedText.pipe(z.string().max(limits.contact)).default('');
const Count = z.number().int();

/**
 * How much there is. `imports`: whose file, or rows that were not taken, name it. `accounts`: of people who sign in with it or named it as theirs; those are deleted
 * among the users.
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
      /** Since when they want to hear nothing there. */
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
  /** Came in just now, and are no messages yet. */
  arriving: z.array(
    z.object({ data_source: z.string(), arrived: ApiDate, message: z.record(z.string(), z.unknown()) }),
  ),
  /** Left for the address, or wait to; what they said is not kept once they have left. */
  mails: z.array(z.object({ subject: z.string(), created: ApiDate })),
  /** Surveys that were sent there, how far each got, and the post that holds the answers. */
  surveys: z.array(
    z.object({ survey: z.string(), state: z.string(), asked: ApiDate, post_id: IdOut.nullable() }),
  ),
  /** Imports whose file is kept and names it, or that did not take rows that do; those as they are. */
  imports: z.array(
    z.object({
      id: IdOut,
      name: z.string(),
      created: ApiDate,
      in_file: z.boolean(),
      rejected: z.array(z.array(z.string())),
    }),
  ),
  /** That came from there, or name the address as their author's. */
  posts: z.array(Post),
  /** Of those posts. */
  translations: z.array(Translation),
});
export type ContactData = z.infer<typeof ContactData>;

export const findContactData = defineEndpoint({
  name: 'findContactData',
  method: 'POST',
  path: '/contact-data',
  summary: 'How much is kept about a number, an address or a name; for administrators',
  scope: 'contacts',
  needs: [],
  body: z.object({ contact: contactField }),
  response: ContactDataCounts,
});

export const exportContactData = defineEndpoint({
  name: 'exportContactData',
  method: 'POST',
  path: '/contact-data/export',
  summary: 'Everything that is kept about a number, an address or a name; for administrators',
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
    'Erase it: the contact, what was said, the author of posts, with `posts` the posts too; files of imports that name it, and all files of exports; nothing brings it back',
  scope: 'contacts',
  needs: [],
  body: z.object({ contact: contactField, posts: BooleanIn.default(false) }),
  response: ContactDataCounts,
});
