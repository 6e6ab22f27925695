/**
 * Surveys that are sent to chosen people by text message (API v3 §2.4.4 and §5.1; spec 3 §2, "Targeted survey
 * wizard"), and simulated phones that answer them without a gateway.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { typeError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { ApiDate, Id, IdOut, TrimmedText } from '../common/scalars.ts';

/** The data source of messages that stay on this server. */
export const simulatedPhoneSource = 'simulated';

/**
 * The state of a recipient. `ACTIVE CONTACT IN SURVEY 7`: survey 7 has taken the contact over; `WAITING`: the survey
 * starts after another one has ended for the contact.
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
  /** A phone number in E.164: `+254712345678`. */
  /** Null without View personal data. */
  contact: z.string().nullable(),
  country_code: z.string(),
  survey_status: SurveyContactStatus,
  post_id: IdOut.nullable(),
  data_source: z.string(),
  created: ApiDate,
});
export type SurveyContact = z.infer<typeof SurveyContact>;

const phoneNumberFields = {
  /** Phone numbers, separated by commas. */
  contacts: TrimmedText.pipe(z.string().min(1).max(limits.phoneNumberList)),
  /** ISO 3166-1 alpha-2: the country of numbers without a country code. */
  country_code: TrimmedText.pipe(
    z.string().regex(/^[A-Za-z]{2}$/, { error: typeError('a country code of two letters') }),
  ),
};

export const SurveyContactsInput = z.object({
  ...phoneNumberFields,
  /** The data source that sends the questions. Default: the first enabled one for text messages. */
  data_source: z.string().max(limits.varchar).optional(),
  /**
   * Extension: contacts with another running or waiting survey get this one after it has ended. Without it this
   * survey replaces the other one, as existing clients expect.
   */
  in_turn: z.boolean().optional(),
});

export const PhoneNumbersInput = z.object(phoneNumberFields);

/** The result of checking phone numbers. */
export const PhoneNumberCheck = z.object({
  /** Unique numbers in E.164, in their original order. */
  numbers: z.array(z.string()),
  /** Number of duplicates. */
  duplicates: z.int(),
  /** Invalid numbers as they were written. */
  invalid: z.array(z.string()),
  /** Numbers that have opted out of messages: they are not sent the survey. */
  stopped: z.array(z.string()),
  /** Number of contacts with another running or waiting survey: it ends for them, or this one waits. */
  elsewhere: z.int(),
  /** The data source that sends the questions unless another one is chosen; null if there is none. */
  data_source: z.string().nullable(),
  /** All data sources that can send them. */
  data_sources: z.array(z.string()).optional(),
});
export type PhoneNumberCheck = z.infer<typeof PhoneNumberCheck>;

const idParams = z.object({ id: Id });
const surveyContactNeeds = ['Manage Settings'] as const;

export const listSurveyContacts = defineEndpoint({
  name: 'listSurveyContacts',
  method: 'GET',
  path: '/forms/{id}/contacts',
  summary: 'Recipients of a targeted survey with their progress; a list without an envelope',
  scope: 'forms',
  token: 'required',
  needs: surveyContactNeeds,
  feature: 'targeted-surveys',
  params: idParams,
  response: z.array(SurveyContact),
});

export const createSurveyContacts = defineEndpoint({
  name: 'createSurveyContacts',
  method: 'POST',
  path: '/forms/{id}/contacts',
  summary:
    'Send a targeted survey to phone numbers: creates a post for each, and sends the first question; possible only once',
  scope: 'forms',
  needs: surveyContactNeeds,
  feature: 'targeted-surveys',
  params: idParams,
  body: SurveyContactsInput,
  response: z.object({
    form_id: IdOut,
    /** Number of recipients. */
    count: z.int(),
    /** Contacts that were taken out of another survey, which ended for them. */
    invalidated_contacts: z.array(z.object({ contact: z.string(), contact_id: IdOut, form_id: IdOut })),
    /** Extension: number of duplicates, and numbers that have opted out of messages. */
    duplicates: z.int(),
    stopped: z.array(z.string()),
    /** Number of recipients who wait for the end of another survey. */
    waiting: z.int(),
  }),
});

export const checkPhoneNumbers = defineEndpoint({
  name: 'checkPhoneNumbers',
  method: 'POST',
  path: '/forms/numbers',
  summary: 'Extension: check phone numbers for a targeted survey; changes nothing',
  scope: 'forms',
  needs: surveyContactNeeds,
  feature: 'targeted-surveys',
  body: PhoneNumbersInput,
  response: PhoneNumberCheck,
});

/** A simulated phone with its newest message. */
export const SimulatedPhone = z.object({
  contact_id: IdOut,
  contact: z.string(),
  /** The newest message, incoming or outgoing. */
  message: z.string(),
  direction: z.enum(['incoming', 'outgoing']),
  created: ApiDate,
  /** A message with a valid confirmation code: `/messages` does not contain these. */
  code: z.string().optional(),
});
export type SimulatedPhone = z.infer<typeof SimulatedPhone>;

export const listSimulatedPhones = defineEndpoint({
  name: 'listSimulatedPhones',
  method: 'GET',
  path: '/simulated-phones',
  summary: 'Extension: simulated phones with messages, the latest first; for administrators',
  scope: 'messages',
  token: 'required',
  query: z.object({ q: z.string().trim().optional() }),
  response: z.object({
    /** Whether new messages go to simulated phones. */
    is_on: z.boolean(),
    count: z.int(),
    results: z.array(SimulatedPhone),
  }),
});

export const sendFromSimulatedPhone = defineEndpoint({
  name: 'sendFromSimulatedPhone',
  method: 'POST',
  path: '/simulated-phones/messages',
  summary: 'Extension: send a message from a simulated phone; for administrators',
  scope: 'messages',
  body: z.object({
    from: TrimmedText.pipe(z.string().min(1).max(limits.phone)),
    message: TrimmedText.pipe(z.string().min(1).max(limits.simulatedMessage)),
    /** Sending the same id again counts as a repeated delivery of the same message. */
    message_id: TrimmedText.pipe(z.string().max(limits.varchar)).optional(),
  }),
  response: z.object({
    message_id: IdOut,
    contact_id: IdOut.nullable(),
    post_id: IdOut.nullable(),
    /** Whether it answered a question of a survey. */
    is_reply: z.boolean(),
  }),
});
