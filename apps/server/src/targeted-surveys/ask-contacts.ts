/** Sending a survey to chosen people: a post for each of them, and the first question (wire 2.4.4 and 5.1). */
import { randomInt } from 'node:crypto';
import { limits } from '@waypost/contract/limits';
import type { CheckedNumbers, NumbersInput, SurveyContactsInput } from '@waypost/contract/targeted-surveys';
import type { z } from 'zod';
import { contactsOfNumbers, stoppedAmong } from '../contacts/contacts.public.ts';
import { type Tx, takeTime } from '../kernel/db.ts';
import { Faults, fault } from '../kernel/problem.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { Carriers } from '../messages/messages.public.ts';
import { createPostsOfContacts } from '../posts/posts.public.ts';
import { changeableSurvey, readSurveyFields } from '../surveys/surveys.public.ts';
import { askAll } from './ask-question.ts';
import { isCountry, type ReadNumbers, readNumbers } from './numbers.rules.ts';
import { questionsOf } from './questions.ts';
import { busyAmong, hasContacts, insertSurveyContacts, takeOver } from './targeted-surveys.sql.ts';
import { textSources } from './text-sources.ts';

/** Bad numbers that a refusal names; more would not be read. */
const named = 20;

/** @throws Faults at `/country_code` */
function readAll({ contacts, country_code }: z.output<typeof NumbersInput>): ReadNumbers {
  const country = country_code.toUpperCase();
  if (!isCountry(country)) throw fault('form_contacts', 'country_code', 'exists', { value: country_code });
  return readNumbers(contacts, country);
}

/** Reads numbers and says what would become of them. */
export async function checkNumbers(
  tx: Tx,
  input: z.output<typeof NumbersInput>,
  simulates: boolean | undefined,
): Promise<CheckedNumbers> {
  const read = readAll(input);
  const stopped = await stoppedAmong(tx, read.numbers);
  const [data_source = null] = await textSources(tx, simulates);
  return { ...read, stopped, elsewhere: (await busyAmong(tx, read.numbers)).size, data_source };
}

/** @throws Faults at `/contacts` */
function checkRead({ numbers, invalid }: ReadNumbers): void {
  const count = invalid.length;
  const value = invalid.slice(0, named).join(', ');
  if (count > 0) throw fault('form_contacts', 'contacts', 'numbersInvalid', { count, value });
  if (numbers.length === 0) throw fault('form_contacts', 'contacts', 'required');
  const max = limits.surveyRecipients;
  if (numbers.length > max)
    throw fault('form_contacts', 'contacts', 'tooManyNumbers', { count: numbers.length, max });
}

/** @throws Faults at `/data_source` */
async function sourceIn(tx: Tx, wanted: string | undefined, simulates: boolean | undefined): Promise<string> {
  const sources = await textSources(tx, simulates);
  if (wanted !== undefined && !sources.includes(wanted))
    throw fault('form_contacts', 'data_source', 'exists', { value: wanted });
  const source = wanted ?? sources[0];
  if (source === undefined) throw fault('form_contacts', 'data_source', 'noTextSource');
  return source;
}

/**
 * The contacts of numbers, without those who asked to hear nothing, and which of them wait for the end of another survey.
 * @throws Faults at `/contacts` when nobody is left
 */
async function whomToAsk(tx: Tx, { numbers }: ReadNumbers, isInTurn: boolean | undefined) {
  const stopped = await stoppedAmong(tx, numbers);
  const silent = new Set(stopped);
  const contacts = await contactsOfNumbers(
    tx,
    numbers.filter((it) => !silent.has(it)),
  );
  if (contacts.length === 0) throw fault('form_contacts', 'contacts', 'allStopped');
  const reached = contacts.map((it) => it.contact);
  const busy = isInTurn ? await busyAmong(tx, reached) : new Set<string>();
  return {
    contacts,
    stopped,
    waits: new Set(contacts.filter((it) => busy.has(it.contact)).map((it) => it.id)),
  };
}

/** Largest number after a post's title (wire 5.1). */
const lastNumber = 1_000_000;

/**
 * Sends a survey. A contact in the middle of another one is taken over: the newer survey has their ear (wire 5.1); or, where
 * that is wished, is asked when the others have ended.
 * @param simulates whether simulated phones are wanted; undefined leaves it to whether there is a gateway
 * @throws 404 or 403 for the survey; Faults at `/id`, `/contacts`, `/country_code`, `/data_source`
 */
export async function askContacts(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  input: z.output<typeof SurveyContactsInput>,
  { carriers, simulates }: { carriers: Carriers; simulates: boolean | undefined },
) {
  await takeTime(tx);
  const survey = await changeableSurvey(tx, viewer, surveyId);
  if (!survey.targeted_survey) throw fault('form_contacts', 'id', 'notTargeted');
  if (await hasContacts(tx, surveyId)) throw fault('form_contacts', 'id', 'alreadySent');
  const read = readAll(input);
  checkRead(read);
  const [question] = questionsOf(await readSurveyFields(tx, surveyId));
  if (!question) throw new Faults('form_contacts', [{ field: 'id', rule: 'noQuestions' }]);
  const data_source = await sourceIn(tx, input.data_source, simulates);
  const { contacts, stopped, waits } = await whomToAsk(tx, read, input.in_turn);
  const ids = contacts.map((it) => it.id);
  const taken = input.in_turn ? [] : await takeOver(tx, ids, surveyId);
  const posts = await createPostsOfContacts(
    tx,
    surveyId,
    ids.map((contact_id) => ({ contact_id, title: `${survey.name} - ${randomInt(1, lastNumber)}` })),
  );
  const country_code = input.country_code.toUpperCase();
  const people = ids.map((contact_id) => ({ contact_id, post_id: posts.get(contact_id) ?? null }));
  const asked = people.filter((it) => !waits.has(it.contact_id));
  const messages = await askAll(tx, asked, question, data_source, carriers);
  const messageOf = new Map(asked.map((it, at) => [it.contact_id, messages[at] ?? null]));
  await insertSurveyContacts(
    tx,
    people.map((it) => {
      const isWaiting = waits.has(it.contact_id);
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
    invalidated_contacts: taken.map(({ contact_id, survey_id }) => ({
      contact: numberOf.get(contact_id) ?? '',
      contact_id,
      form_id: survey_id,
    })),
    duplicates: read.duplicates,
    stopped,
    waiting: waits.size,
  };
}
