/** Helpers for tests of targeted surveys: surveys, phone numbers, simulated phones, results. */

import type { SurveyStats } from '@waypost/contract/browse/stats';
import type { Message } from '@waypost/contract/messages/messages';
import type { Post } from '@waypost/contract/posts/posts';
import type { SurveyContact } from '@waypost/contract/targeted-surveys/targeted-surveys';
import { sql } from 'kysely';
import { inTransaction } from '../kernel/db/database.ts';
import { createTestSurvey, type TestField } from '../testing/app/create-test-survey.ts';
import type { Actor, TestApp } from '../testing/app/test-app.ts';
import { processSurveyTimeouts } from './survey-timeouts.ts';

/** A text question. */
export const textField: TestField = { type: 'text', input: 'textarea' };

/** Fields of every test survey. */
export const defaultQuestions = {
  title: { type: 'title' },
  description: { type: 'description' },
  'How many are you?': textField,
} as const;

/** The response to sending a survey. */
export interface SentSurvey {
  form_id: number;
  count: number;
  invalidated_contacts: { contact: string; contact_id: number; form_id: number }[];
  duplicates: number;
  stopped: string[];
  waiting: number;
}

/** Creates the helpers. @param getApp called when a test runs, since the app starts after the tests are declared */
export function createTargetedSurveyHelpers(getApp: () => TestApp) {
  /** Creates a targeted survey with these questions. */
  async function createTargetedSurvey(
    questions: Record<string, TestField> = { 'What do you need?': textField },
  ) {
    const survey = await createTestSurvey(
      getApp().db,
      { ...defaultQuestions, ...questions },
      { everyone_can_create: false },
    );
    await getApp()
      .db.updateTable('surveys')
      .set({ targeted_survey: true })
      .where('id', '=', survey.id)
      .execute();
    return survey;
  }

  let usedNumbers = 0;
  /** Unused phone numbers in Kenya. */
  const newNumbers = (count: number) =>
    Array.from({ length: count }, () => `+2547${String(usedNumbers++).padStart(8, '0')}`);

  const send = (survey: number, contacts: string, kind: Actor = 'settings manager', country_code = 'KE') =>
    getApp().send<SentSurvey>(kind, 'POST', `/forms/${survey}/contacts`, {
      formId: survey,
      contacts,
      country_code,
    });
  const sendFromPhone = async (from: string, message: string, message_id?: string) =>
    (
      await getApp().send<{ message_id: number; contact_id: number; post_id: number; is_reply: boolean }>(
        'admin',
        'POST',
        '/simulated-phones/messages',
        { from, message, ...(message_id ? { message_id } : {}) },
      )
    ).body;
  const recipients = async (survey: number) =>
    (await getApp().send<SurveyContact[]>('settings manager', 'GET', `/forms/${survey}/contacts/`)).body;
  const statusOf = async (survey: number, number: string) =>
    (await recipients(survey)).find((recipient) => recipient.contact === number)?.survey_status;
  const stats = async (survey: number) =>
    (await getApp().send<SurveyStats>('settings manager', 'GET', `/forms/${survey}/stats`)).body;
  const readPost = async (id: number | null) =>
    (await getApp().send<Post>('reviewer', 'GET', `/posts/${id}`)).body;
  const thread = async (contact: number) =>
    (
      await getApp().send<{ results: Message[] }>(
        'reviewer',
        'GET',
        `/messages?contact=${contact}&orderby=id`,
      )
    ).body.results;
  const textsTo = async (contact: number) =>
    (await thread(contact))
      .filter((message) => message.direction === 'outgoing')
      .map((message) => message.message);

  /** Simulates that time passes since questions were sent, and runs the timeout job. */
  async function advanceTime(survey: number, time: string) {
    await sql`update survey_contacts set question_sent = question_sent - ${time}::interval where survey_id = ${survey}`.execute(
      getApp().db,
    );
    await inTransaction(getApp().db, 'writes', (tx) => getApp().jobs.add(tx, processSurveyTimeouts, {}));
    await getApp().jobs.runPending();
  }

  return {
    createTargetedSurvey,
    newNumbers,
    send,
    sendFromPhone,
    recipients,
    statusOf,
    stats,
    readPost,
    thread,
    textsTo,
    advanceTime,
  };
}
