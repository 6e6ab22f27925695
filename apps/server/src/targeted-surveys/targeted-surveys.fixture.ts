/** Targeted surveys as their tests handle them: numbers, simulated phones, and what became of it. */
import type { Message } from '@waypost/contract/messages';
import type { Post } from '@waypost/contract/posts';
import type { SurveyStats } from '@waypost/contract/stats';
import type { SurveyContact } from '@waypost/contract/targeted-surveys';
import { sql } from 'kysely';
import { inTransaction } from '../kernel/db.ts';
import { aSurvey, type Field } from '../testing/a-survey.ts';
import type { Deployment, Kind } from '../testing/deployment.ts';
import { tendSurveys } from './tend-surveys.ts';

export const text: Field = { type: 'text', input: 'textarea' };

export const asked = {
  title: { type: 'title' },
  description: { type: 'description' },
  'How many are you?': text,
} as const;

export interface Sent {
  form_id: number;
  count: number;
  invalidated_contacts: { contact: string; contact_id: number; form_id: number }[];
  duplicates: number;
  stopped: string[];
  waiting: number;
}

/** @param deployment asked when it is there, which is after the file's tests were declared */
export function targetedSurveys(deployment: () => Deployment) {
  /** A survey for chosen people that asks these questions. */
  async function aTargeted(questions: Record<string, Field> = { 'What do you need?': text }) {
    const survey = await aSurvey(deployment().db, { ...asked, ...questions }, { everyone_can_create: false });
    await deployment()
      .db.updateTable('surveys')
      .set({ targeted_survey: true })
      .where('id', '=', survey.id)
      .execute();
    return survey;
  }

  let numbers = 0;
  /** Numbers in Kenya that no test has used yet. */
  const newNumbers = (count: number) =>
    Array.from({ length: count }, () => `+2547${String(numbers++).padStart(8, '0')}`);

  const send = (survey: number, contacts: string, kind: Kind = 'settings manager', country_code = 'KE') =>
    deployment().send<Sent>(kind, 'POST', `/forms/${survey}/contacts`, {
      formId: survey,
      contacts,
      country_code,
    });
  const say = async (from: string, message: string, message_id?: string) =>
    (
      await deployment().send<{ message_id: number; contact_id: number; post_id: number; is_reply: boolean }>(
        'admin',
        'POST',
        '/simulated-phones/messages',
        { from, message, ...(message_id ? { message_id } : {}) },
      )
    ).body;
  const recipients = async (survey: number) =>
    (await deployment().send<SurveyContact[]>('settings manager', 'GET', `/forms/${survey}/contacts/`)).body;
  const statusOf = async (survey: number, number: string) =>
    (await recipients(survey)).find((one) => one.contact === number)?.survey_status;
  const stats = async (survey: number) =>
    (await deployment().send<SurveyStats>('settings manager', 'GET', `/forms/${survey}/stats`)).body;
  const readPost = async (id: number | null) =>
    (await deployment().send<Post>('reviewer', 'GET', `/posts/${id}`)).body;
  const thread = async (contact: number) =>
    (
      await deployment().send<{ results: Message[] }>(
        'reviewer',
        'GET',
        `/messages?contact=${contact}&orderby=id`,
      )
    ).body.results;
  const textsTo = async (contact: number) =>
    (await thread(contact)).filter((one) => one.direction === 'outgoing').map((one) => one.message);

  /** As it would be so much later. */
  async function timePasses(survey: number, time: string) {
    await sql`update survey_contacts set asked = asked - ${time}::interval where survey_id = ${survey}`.execute(
      deployment().db,
    );
    await inTransaction(deployment().db, 'writes', (tx) => deployment().jobs.add(tx, tendSurveys, {}));
    await deployment().jobs.workOff();
  }

  return {
    aTargeted,
    newNumbers,
    send,
    say,
    recipients,
    statusOf,
    stats,
    readPost,
    thread,
    textsTo,
    timePasses,
  };
}
