/**
 * Surveys that are sent to chosen people by text message (wire 2.4.4 and 5.1; spec 3, "Targeted (SMS) survey wizard"), and the
 * simulated phone that answers them without a gateway.
 */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { Id, IdOut, Text, WireDate } from './scalars.ts';

/** The data source of messages that never leave this server. */
export const simulatedSource = 'simulated';

/**
 * How far somebody is with a survey; `ACTIVE CONTACT IN SURVEY 7` for who was taken over by survey 7, `WAITING` for who is
 * asked when another survey has ended for them.
 */
export const SurveyStatus = z
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
  survey_status: SurveyStatus,
  post_id: IdOut.nullable(),
  data_source: z.string(),
  created: WireDate,
});
export type SurveyContact = z.infer<typeof SurveyContact>;

const numbers = {
  /** Comma separated. */
  contacts: Text.pipe(z.string().min(1).max(limits.surveyNumbers)),
  /** Two letters of ISO 3166-1: numbers without their country's code are read by it. */
  country_code: Text.pipe(z.string().regex(/^[A-Za-z]{2}$/)),
};

export const SurveyContactsInput = z.object({
  ...numbers,
  /** By which data source the questions go out; the first one for text messages that is switched on, unless said. */
  data_source: z.string().optional(),
  /**
   * Ours: whoever is in the middle of another survey, or waits for one, is asked when that has ended. Without it this survey
   * takes them over, as other clients expect.
   */
  in_turn: z.boolean().optional(),
});

export const NumbersInput = z.object(numbers);

export const CheckedNumbers = z.object({
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
export type CheckedNumbers = z.infer<typeof CheckedNumbers>;

const one = z.object({ id: Id });
const needs = ['Manage Settings'] as const;

export const listSurveyContacts = endpoint({
  name: 'listSurveyContacts',
  method: 'GET',
  path: '/forms/{id}/contacts',
  summary: 'Whom a targeted survey was sent to, and how far each of them is; a bare list',
  scope: 'forms',
  token: 'required',
  needs,
  params: one,
  answer: z.array(SurveyContact),
});

export const createSurveyContacts = endpoint({
  name: 'createSurveyContacts',
  method: 'POST',
  path: '/forms/{id}/contacts',
  summary: 'Send a targeted survey to phone numbers: a post for each of them, and the first question; once',
  scope: 'forms',
  needs,
  params: one,
  body: SurveyContactsInput,
  answer: z.object({
    form_id: IdOut,
    /** To whom it was sent. */
    count: z.int(),
    /** Contacts that were taken out of another survey, which has ended for them. */
    invalidated_contacts: z.array(z.object({ contact: z.string(), contact_id: IdOut, form_id: IdOut })),
    /** Ours: how many numbers were written once more, and those whose owners want to hear nothing. */
    duplicates: z.int(),
    stopped: z.array(z.string()),
    /** How many of them are asked when another survey has ended for them. */
    waiting: z.int(),
  }),
});

export const checkNumbers = endpoint({
  name: 'checkNumbers',
  method: 'POST',
  path: '/forms/numbers',
  summary: 'Ours: read phone numbers as a targeted survey would, and change nothing',
  scope: 'forms',
  needs,
  body: NumbersInput,
  answer: CheckedNumbers,
});

export const SimulatedPhone = z.object({
  contact_id: IdOut,
  contact: z.string(),
  /** The newest message, whichever way it went. */
  message: z.string(),
  direction: z.enum(['incoming', 'outgoing']),
  created: WireDate,
  /** A message with a confirmation code that is good still: `/messages` has none of these. */
  code: z.string().optional(),
});
export type SimulatedPhone = z.infer<typeof SimulatedPhone>;

export const listSimulatedPhones = endpoint({
  name: 'listSimulatedPhones',
  method: 'GET',
  path: '/simulated-phones',
  summary:
    'Ours: numbers that wrote or were written to without a gateway, the latest first; for administrators',
  scope: 'messages',
  token: 'required',
  query: z.object({ q: z.string().trim().optional() }),
  answer: z.object({
    /** Whether the next messages go to simulated phones. */
    is_on: z.boolean(),
    count: z.int(),
    results: z.array(SimulatedPhone),
  }),
});

export const sendFromSimulatedPhone = endpoint({
  name: 'sendFromSimulatedPhone',
  method: 'POST',
  path: '/simulated-phones/messages',
  summary: 'Ours: a message as if it came from a phone; for administrators',
  scope: 'messages',
  body: z.object({
    from: Text.pipe(z.string().min(1).max(limits.phone)),
    message: Text.pipe(z.string().min(1).max(limits.simulatedMessage)),
    /** The same one again is the same message delivered again. */
    message_id: Text.pipe(z.string().max(limits.varchar)).optional(),
  }),
  answer: z.object({
    message_id: IdOut,
    contact_id: IdOut.nullable(),
    post_id: IdOut.nullable(),
    /** Whether it was the answer to a question. */
    is_reply: z.boolean(),
  }),
});
