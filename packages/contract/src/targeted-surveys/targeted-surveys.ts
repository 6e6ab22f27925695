/**
 * Surveys that are sent to chosen people by text message (API v3 §2.4.4 and §5.1; spec 3, "Targeted (SMS) survey wizard"), and the
 * simulated phone that answers them without a gateway.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { ApiDate, Id, IdOut, TrimmedText } from '../common/scalars.ts';

/** The data source of messages that never leave this server. */
export const simulatedPhoneSource = 'simulated';

/**
 * How far somebody is with a survey; `ACTIVE CONTACT IN SURVEY 7` for who was taken over by survey 7, `WAITING` for who is
 * asked when another survey has ended for them.
 */
export const SurveyContactStatus = z
  .string()
  .regex(
    /^(WAITING|PENDING RESPONSE|RECEIVED RESPONSE|SURVEY FINISHED|STOPPED|EXPIRED|ACTIVE CONTACT IN SURVEY \d+)$/,
  );

export const SurveyContact = z.object({
  id: IdOut,
  form_id: IdOut,
  contact_id: IdOut,
  /** In E.164: `+254712345678`. */
  contact: z.string(),
  country_code: z.string(),
  survey_status: SurveyContactStatus,
  post_id: IdOut.nullable(),
  data_source: z.string(),
  created: ApiDate,
});
export type SurveyContact = z.infer<typeof SurveyContact>;

const phoneNumberFields = {
  /** Comma separated. */
  contacts: TrimmedText.pipe(z.string().min(1).max(limits.phoneNumberList)),
  /** Two letters of ISO 3166-1: numbers without their country's code are read by it. */
  country_code: TrimmedText.pipe(z.string().regex(/^[A-Za-z]{2}$/)),
};

export const SurveyContactsInput = z.object({
  ...phoneNumberFields,
  /** By which data source the questions go out; the first one for text messages that is switched on, unless said. */
  data_source: z.string().optional(),
  /**
   * Extension: whoever is in the middle of another survey, or waits for one, is asked when that has ended. Without it this survey
   * takes them over, as other clients expect.
   */
  in_turn: z.boolean().optional(),
});

export const PhoneNumbersInput = z.object(phoneNumberFields);

export const PhoneNumberCheck = z.object({
  /** Each once, in E.164, in the order in which they were written. */
  numbers: z.array(z.string()),
  /** How many were written once more. */
  duplicates: z.int(),
  /** As they were written. */
  invalid: z.array(z.string()),
  /** Numbers whose owners asked to hear nothing more: they are not written to. */
  stopped: z.array(z.string()),
  /** How many are in the middle of another survey, or wait for one: it would end for them, or they have to be waited for. */
  elsewhere: z.int(),
  /** By which data source questions would go out; null when there is none. */
  data_source: z.string().nullable(),
});
export type PhoneNumberCheck = z.infer<typeof PhoneNumberCheck>;

const idParams = z.object({ id: Id });
const surveyContactNeeds = ['Manage Settings'] as const;

export const listSurveyContacts = defineEndpoint({
  name: 'listSurveyContacts',
  method: 'GET',
  path: '/forms/{id}/contacts',
  summary: 'Whom a targeted survey was sent to, and how far each of them is; a bare list',
  scope: 'forms',
  token: 'required',
  needs: surveyContactNeeds,
  params: idParams,
  response: z.array(SurveyContact),
});

export const createSurveyContacts = defineEndpoint({
  name: 'createSurveyContacts',
  method: 'POST',
  path: '/forms/{id}/contacts',
  summary: 'Send a targeted survey to phone numbers: a post for each of them, and the first question; once',
  scope: 'forms',
  needs: surveyContactNeeds,
  params: idParams,
  body: SurveyContactsInput,
  response: z.object({
    form_id: IdOut,
    /** To whom it was sent. */
    count: z.int(),
    /** Contacts that were taken out of another survey, which has ended for them. */
    invalidated_contacts: z.array(z.object({ contact: z.string(), contact_id: IdOut, form_id: IdOut })),
    /** Extension: how many numbers were written once more, and those whose owners want to hear nothing. */
    duplicates: z.int(),
    stopped: z.array(z.string()),
    /** How many of them are asked when another survey has ended for them. */
    waiting: z.int(),
  }),
});

export const checkPhoneNumbers = defineEndpoint({
  name: 'checkPhoneNumbers',
  method: 'POST',
  path: '/forms/numbers',
  summary: 'Extension: read phone numbers as a targeted survey would, and change nothing',
  scope: 'forms',
  needs: surveyContactNeeds,
  body: PhoneNumbersInput,
  response: PhoneNumberCheck,
});

export const SimulatedPhone = z.object({
  contact_id: IdOut,
  contact: z.string(),
  /** The newest message, whichever way it went. */
  message: z.string(),
  direction: z.enum(['incoming', 'outgoing']),
  created: ApiDate,
  /** A message with a confirmation code that is good still: `/messages` has none of these. */
  code: z.string().optional(),
});
export type SimulatedPhone = z.infer<typeof SimulatedPhone>;

export const listSimulatedPhones = defineEndpoint({
  name: 'listSimulatedPhones',
  method: 'GET',
  path: '/simulated-phones',
  summary:
    'Extension: numbers that wrote or were written to without a gateway, the latest first; for administrators',
  scope: 'messages',
  token: 'required',
  query: z.object({ q: z.string().trim().optional() }),
  response: z.object({
    /** Whether the next messages go to simulated phones. */
    is_on: z.boolean(),
    count: z.int(),
    results: z.array(SimulatedPhone),
  }),
});

export const sendFromSimulatedPhone = defineEndpoint({
  name: 'sendFromSimulatedPhone',
  method: 'POST',
  path: '/simulated-phones/messages',
  summary: 'Extension: a message as if it came from a phone; for administrators',
  scope: 'messages',
  body: z.object({
    from: TrimmedText.pipe(z.string().min(1).max(limits.phone)),
    message: TrimmedText.pipe(z.string().min(1).max(limits.simulatedMessage)),
    /** The same one again is the same message delivered again. */
    message_id: TrimmedText.pipe(z.string().max(limits.varchar)).optional(),
  }),
  response: z.object({
    message_id: IdOut,
    contact_id: IdOut.nullable(),
    post_id: IdOut.nullable(),
    /** Whether it was the answer to a question. */
    is_reply: z.boolean(),
  }),
});
