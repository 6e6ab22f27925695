/** Sending a survey to chosen people: a post for each of them, and the first question (API v3 §2.4.4 and §5.1). */
import { randomInt } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';
import type {
  PhoneNumberCheck,
  PhoneNumbersInput,
  SurveyContactsInput,
} from '@waypost/contract/targeted-surveys/targeted-surveys';
import type { z } from 'zod';
import { contactsOfNumbers, stoppedAmong } from '../contacts/contacts.public.ts';
import { disableStatementTimeout, type Tx } from '../kernel/db/database.ts';
import { ValidationError, validationError } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { Carriers } from '../messages/messages.public.ts';
import { createPostsOfContacts } from '../posts/posts.public.ts';
import { changeableSurvey, readSurveyFields } from '../surveys/surveys.public.ts';
import { isCountryCode, type ParsedNumbers, parseNumbers } from './phone-numbers.rules.ts';
import { sendQuestionToAll } from './send-question.ts';
import { findSmsSources } from './sms-sources.ts';
import { selectQuestions } from './survey-questions.ts';
import {
  endActiveSurveys,
  findBusyNumbers,
  hasRecipients,
  insertSurveyContacts,
} from './targeted-surveys.sql.ts';

/** Bad numbers that a refusal names; more would not be read. */
const maxNamedNumbers = 20;

/** @throws ValidationError at `/country_code` */
function parseInputNumbers({ contacts, country_code }: z.output<typeof PhoneNumbersInput>): ParsedNumbers {
  const country = country_code.toUpperCase();
  if (!isCountryCode(country))
    throw validationError('form_contacts', 'country_code', 'exists', { value: country_code });
  return parseNumbers(contacts, country);
}

/** Reads numbers and says what would become of them. */
export async function checkNumbers(
  tx: Tx,
  input: z.output<typeof PhoneNumbersInput>,
  useSimulatedPhones: boolean | undefined,
): Promise<PhoneNumberCheck> {
  const parsed = parseInputNumbers(input);
  const stopped = await stoppedAmong(tx, parsed.numbers);
  const [data_source = null] = await findSmsSources(tx, useSimulatedPhones);
  return { ...parsed, stopped, elsewhere: (await findBusyNumbers(tx, parsed.numbers)).size, data_source };
}

/** @throws ValidationError at `/contacts` */
function requireValidNumbers({ numbers, invalid }: ParsedNumbers): void {
  const count = invalid.length;
  const value = invalid.slice(0, maxNamedNumbers).join(', ');
  if (count > 0) throw validationError('form_contacts', 'contacts', 'numbersInvalid', { count, value });
  if (numbers.length === 0) throw validationError('form_contacts', 'contacts', 'required');
  const max = limits.surveyRecipients;
  if (numbers.length > max)
    throw validationError('form_contacts', 'contacts', 'tooManyNumbers', { count: numbers.length, max });
}

/** @throws ValidationError at `/data_source` */
async function resolveSource(
  tx: Tx,
  requestedSource: string | undefined,
  useSimulatedPhones: boolean | undefined,
): Promise<string> {
  const sources = await findSmsSources(tx, useSimulatedPhones);
  if (requestedSource !== undefined && !sources.includes(requestedSource))
    throw validationError('form_contacts', 'data_source', 'exists', { value: requestedSource });
  const source = requestedSource ?? sources[0];
  if (source === undefined) throw validationError('form_contacts', 'data_source', 'noTextSource');
  return source;
}

/**
 * The contacts of numbers, without those who asked to hear nothing, and which of them wait for the end of another survey.
 * @throws ValidationError at `/contacts` when nobody is left
 */
async function resolveRecipients(tx: Tx, { numbers }: ParsedNumbers, isInTurn: boolean | undefined) {
  const stopped = await stoppedAmong(tx, numbers);
  const optedOut = new Set(stopped);
  const contacts = await contactsOfNumbers(
    tx,
    numbers.filter((it) => !optedOut.has(it)),
  );
  if (contacts.length === 0) throw validationError('form_contacts', 'contacts', 'allStopped');
  const reached = contacts.map((it) => it.contact);
  const busy = isInTurn ? await findBusyNumbers(tx, reached) : new Set<string>();
  return {
    contacts,
    stopped,
    waits: new Set(contacts.filter((it) => busy.has(it.contact)).map((it) => it.id)),
  };
}

/** Largest number after a post's title (API v3 §5.1). */
const maxTitleNumber = 1_000_000;

/**
 * Sends a survey. A contact in the middle of another one is taken over: the newer survey has their ear (API v3 §5.1); or, where
 * that is wished, is asked when the others have ended.
 * @param simulates whether simulated phones are wanted; undefined leaves it to whether there is a gateway
 * @throws 404 or 403 for the survey; Faults at `/id`, `/contacts`, `/country_code`, `/data_source`
 */
export async function sendSurvey(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  input: z.output<typeof SurveyContactsInput>,
  {
    carriers: transports,
    simulates: useSimulatedPhones,
  }: { carriers: Carriers; simulates: boolean | undefined },
) {
  await disableStatementTimeout(tx);
  const survey = await changeableSurvey(tx, viewer, surveyId);
  if (!survey.targeted_survey) throw validationError('form_contacts', 'id', 'notTargeted');
  if (await hasRecipients(tx, surveyId)) throw validationError('form_contacts', 'id', 'alreadySent');
  const parsed = parseInputNumbers(input);
  requireValidNumbers(parsed);
  const [question] = selectQuestions(await readSurveyFields(tx, surveyId));
  if (!question) throw new ValidationError('form_contacts', [{ field: 'id', rule: 'noQuestions' }]);
  const data_source = await resolveSource(tx, input.data_source, useSimulatedPhones);
  const { contacts, stopped, waits: waitingIds } = await resolveRecipients(tx, parsed, input.in_turn);
  const ids = contacts.map((it) => it.id);
  const endedElsewhere = input.in_turn ? [] : await endActiveSurveys(tx, ids, surveyId);
  const posts = await createPostsOfContacts(
    tx,
    surveyId,
    ids.map((contact_id) => ({ contact_id, title: `${survey.name} - ${randomInt(1, maxTitleNumber)}` })),
  );
  const country_code = input.country_code.toUpperCase();
  const recipients = ids.map((contact_id) => ({ contact_id, post_id: posts.get(contact_id) ?? null }));
  const askedNow = recipients.filter((it) => !waitingIds.has(it.contact_id));
  const messages = await sendQuestionToAll(tx, askedNow, question, data_source, transports);
  const messageOf = new Map(askedNow.map((it, at) => [it.contact_id, messages[at] ?? null]));
  await insertSurveyContacts(
    tx,
    recipients.map((it) => {
      const isWaiting = waitingIds.has(it.contact_id);
      return {
        ...it,
        survey_id: surveyId,
        data_source,
        country_code,
        state: isWaiting ? ('waiting' as const) : ('pending' as const),
        attribute_id: isWaiting ? null : question.id,
        message_id: messageOf.get(it.contact_id) ?? null,
        moved_to: null,
      };
    }),
  );
  const numberOf = new Map(contacts.map((it) => [it.id, it.contact]));
  return {
    form_id: surveyId,
    count: contacts.length,
    invalidated_contacts: endedElsewhere.map(({ contact_id, survey_id }) => ({
      contact: numberOf.get(contact_id) ?? '',
      contact_id,
      form_id: survey_id,
    })),
    duplicates: parsed.duplicates,
    stopped,
    waiting: waitingIds.size,
  };
}
