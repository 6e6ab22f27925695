/**
 * Looks at who sent a report or a message, where responses withhold it. Each look is in the audit log. An extension of API v3
 * (docs/decisions/0073).
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { ApiDate, Id, IdOut, OptionalText, Relation, TrimmedText } from '../common/scalars.ts';
import { ContactType } from '../contacts/contacts.ts';

/** A look: the reason, if the deployment asks for one. */
export const PersonalDataViewInput = z.object({
  reason: OptionalText.pipe(z.string().max(limits.personalDataReason).nullable()).optional(),
});

/** The form for the reason. */
export const PersonalDataReasonForm = z.object({
  reason: TrimmedText.pipe(z.string().min(1).max(limits.personalDataReason)),
});

/** Who sent a report or a message. */
export const PersonalData = z.object({
  /** The account of the author; null if there is none. */
  user: Relation.extend({ realname: z.string().nullable() }).nullable(),
  author_realname: z.string().nullable(),
  author_email: z.string().nullable(),
  /** The number, address or handle that it came from. */
  contact: z.object({ id: IdOut, type: ContactType, contact: z.string() }).nullable(),
  /** Quoted mails and signatures that were left out of the texts of mails, the latest first. */
  quoted_mails: z.array(z.object({ message_id: IdOut, created: ApiDate, text: z.string() })),
});
export type PersonalData = z.infer<typeof PersonalData>;

export const viewPersonalDataOfPost = defineEndpoint({
  name: 'viewPersonalDataOfPost',
  method: 'POST',
  path: '/posts/{id}/personal-data/views',
  summary: 'Look at who sent a post; recorded in the audit log. Needs Manage Posts, too',
  scope: 'posts',
  needs: ['View personal data'],
  params: z.object({ id: Id }),
  body: PersonalDataViewInput,
  response: PersonalData,
});

/** A picture as it was before the team covered parts of it. */
export const OriginalPicture = z.object({
  mime: z.string(),
  /** The file in base64. It has no address, so that nobody can pass one on. */
  data: z.string(),
});
export type OriginalPicture = z.infer<typeof OriginalPicture>;

export const viewOriginalPicture = defineEndpoint({
  name: 'viewOriginalPicture',
  method: 'POST',
  path: '/media/{id}/original/views',
  summary:
    'Look at the original of a covered picture, where the survey keeps it; recorded in the audit log. Needs Manage Posts, too',
  scope: 'media',
  needs: ['View personal data'],
  params: z.object({ id: Id }),
  body: PersonalDataViewInput,
  response: OriginalPicture,
});

export const viewPersonalDataOfThread = defineEndpoint({
  name: 'viewPersonalDataOfThread',
  method: 'POST',
  path: '/messages/threads/{contact}/personal-data/views',
  summary:
    'Look at the number or address of a conversation; recorded in the audit log. Needs Manage Posts, too',
  scope: 'messages',
  needs: ['View personal data'],
  params: z.object({ contact: Id }),
  body: PersonalDataViewInput,
  response: PersonalData,
});
