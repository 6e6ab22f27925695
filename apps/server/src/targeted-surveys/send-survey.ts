/** Sends a survey to phone numbers: creates a post for each recipient and sends the first question (API v3 §2.4.4 and §5.1). */
import { randomInt } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';
import type {
  PhoneNumberCheck,
  PhoneNumbersInput,
  SurveyContactsInput,
} from '@waypost/contract/targeted-surveys/targeted-surveys';
import type { z } from 'zod';
import { findOptedOutNumbers, findOrCreateContactsByNumbers } from '../contacts/contacts.public.ts';
import { disableStatementTimeout, type Tx } from '../kernel/db/database.ts';
import { ValidationError, validationError } from '../kernel/http/problem.ts';
import { anonymousViewer, type Viewer } from '../kernel/security/viewer.ts';
import type { MessageTransports } from '../messages/messages.public.ts';
import { createPosts, findRefusedNumbers, idOrThrow, type PostDraft } from '../posts/posts.public.ts';
import { readSurveyFields, requireEditableSurvey, type SurveyRow } from '../surveys/surveys.public.ts';
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

/** Maximum number of invalid numbers listed in an error. */
const maxNamedNumbers = 20;

/** @throws ValidationError at `/country_code` */
async function parseInputNumbers({
  contacts,
  country_code,
}: z.output<typeof PhoneNumbersInput>): Promise<ParsedNumbers> {
  const country = country_code.toUpperCase();
  if (!isCountryCode(country))
    throw validationError('form_contacts', 'country_code', 'exists', { value: country_code });
  return parseNumbers(contacts, country);
}

/** Numbers whose owners want no messages: those who opted out, and those who did not agree to be contacted about their report. */
async function findUnwillingNumbers(tx: Tx, numbers: readonly string[]): Promise<string[]> {
  const unwilling = new Set([
    ...(await findOptedOutNumbers(tx, numbers)),
    ...(await findRefusedNumbers(tx, numbers)),
  ]);
  return numbers.filter((number) => unwilling.has(number));
}

/** Parses numbers without sending: duplicates, invalid and unwilling numbers, and those busy with another survey. */
export async function checkNumbers(
  tx: Tx,
  input: z.output<typeof PhoneNumbersInput>,
  useSimulatedPhones: boolean | undefined,
): Promise<PhoneNumberCheck> {
  const parsed = await parseInputNumbers(input);
  const stopped = await findUnwillingNumbers(tx, parsed.numbers);
  const data_sources = await findSmsSources(tx, useSimulatedPhones);
  const elsewhere = (await findBusyNumbers(tx, parsed.numbers)).size;
  return { ...parsed, stopped, elsewhere, data_source: data_sources[0] ?? null, data_sources };
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
 * The contacts of numbers, without those who want no messages, and which of them must wait for the end of another survey.
 * @param isInTurn whether busy numbers wait; otherwise the survey takes over
 * @throws ValidationError at `/contacts` if nobody is left
 */
async function resolveRecipients(tx: Tx, { numbers }: ParsedNumbers, isInTurn: boolean | undefined) {
  const stopped = await findUnwillingNumbers(tx, numbers);
  const unwilling = new Set(stopped);
  const contacts = await findOrCreateContactsByNumbers(
    tx,
    numbers.filter((number) => !unwilling.has(number)),
  );
  if (contacts.length === 0) throw validationError('form_contacts', 'contacts', 'allStopped');
  const reachableNumbers = contacts.map((contact) => contact.contact);
  const busy = isInTurn ? await findBusyNumbers(tx, reachableNumbers) : new Set<string>();
  return {
    contacts,
    stopped,
    waitingIds: new Set(contacts.filter(({ contact }) => busy.has(contact)).map(({ id }) => id)),
  };
}

/** Upper bound of the random number after a post's title (API v3 §5.1). */
const maxTitleNumber = 1_000_000;

/** The title of a recipient's post. A long name of the survey is truncated. */
function createTitle(surveyName: string): string {
  const end = ` - ${randomInt(1, maxTitleNumber)}`;
  const start = Array.from(surveyName)
    .slice(0, limits.title.max - end.length)
    .join('');
  return `${start.trimEnd()}${end}`;
}

/**
 * Creates the posts that collect the answers of the recipients (API v3 §5.1).
 * @returns ids of posts by contact
 */
async function createPostsForContacts(
  tx: Tx,
  { id, name }: SurveyRow,
  contactIds: readonly number[],
): Promise<Map<number, number>> {
  const drafts = contactIds.map(
    (contact_id): PostDraft => ({
      origin: 'message',
      viewer: anonymousViewer,
      input: { form: id, status: 'draft', title: createTitle(name) },
      from: { source: 'sms', contact_id },
    }),
  );
  const results = await createPosts(tx, drafts);
  return new Map(results.map((result, index) => [contactIds[index] ?? 0, idOrThrow(result)]));
}

/**
 * Sends a survey. For contacts in the middle of another survey, the new one takes over (API v3 §5.1); with `in_turn` it waits until
 * the others have ended.
 * @param options.useSimulatedPhones undefined: only if no gateway is switched on
 * @throws Problem 404 or 403 for the survey; ValidationError at `/id`, `/contacts`, `/country_code`, `/data_source`
 */
export async function sendSurvey(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  input: z.output<typeof SurveyContactsInput>,
  {
    transports,
    useSimulatedPhones,
  }: { transports: MessageTransports; useSimulatedPhones: boolean | undefined },
) {
  await disableStatementTimeout(tx);
  const survey = await requireEditableSurvey(tx, viewer, surveyId);
  if (!survey.targeted_survey) throw validationError('form_contacts', 'id', 'notTargeted');
  if (await hasRecipients(tx, surveyId)) throw validationError('form_contacts', 'id', 'alreadySent');
  const parsed = await parseInputNumbers(input);
  requireValidNumbers(parsed);
  const [question] = selectQuestions(await readSurveyFields(tx, surveyId));
  if (!question) throw new ValidationError('form_contacts', [{ field: 'id', rule: 'noQuestions' }]);
  const data_source = await resolveSource(tx, input.data_source, useSimulatedPhones);
  const { contacts, stopped, waitingIds } = await resolveRecipients(tx, parsed, input.in_turn);
  const ids = contacts.map((contact) => contact.id);
  const endedElsewhere = input.in_turn ? [] : await endActiveSurveys(tx, ids, surveyId);
  const posts = await createPostsForContacts(tx, survey, ids);
  const country_code = input.country_code.toUpperCase();
  const recipients = ids.map((contact_id) => ({ contact_id, post_id: posts.get(contact_id) ?? null }));
  const startingNow = recipients.filter((recipient) => !waitingIds.has(recipient.contact_id));
  const messageIds = await sendQuestionToAll(tx, startingNow, question, data_source, transports);
  const messageByContact = new Map(
    startingNow.map(({ contact_id }, index) => [contact_id, messageIds[index] ?? null]),
  );
  await insertSurveyContacts(
    tx,
    recipients.map((recipient) => {
      const isWaiting = waitingIds.has(recipient.contact_id);
      return {
        ...recipient,
        survey_id: surveyId,
        data_source,
        country_code,
        state: isWaiting ? ('waiting' as const) : ('pending' as const),
        attribute_id: isWaiting ? null : question.id,
        message_id: messageByContact.get(recipient.contact_id) ?? null,
        moved_to_survey_id: null,
      };
    }),
  );
  const numberById = new Map(contacts.map(({ id, contact }) => [id, contact]));
  return {
    form_id: surveyId,
    count: contacts.length,
    invalidated_contacts: endedElsewhere.map(({ contact_id, survey_id }) => ({
      contact: numberById.get(contact_id) ?? '',
      contact_id,
      form_id: survey_id,
    })),
    duplicates: parsed.duplicates,
    stopped,
    waiting: waitingIds.size,
  };
}
