/** HTTP endpoints of targeted surveys, survey statistics and simulated phones. */
import { readSurveyStats } from '@waypost/contract/browse/stats';
import * as contract from '@waypost/contract/targeted-surveys/targeted-surveys';
import { completePhoneNumber } from '../contacts/contacts.public.ts';
import { toLikePattern } from '../kernel/db/paging.ts';
import { validationError } from '../kernel/http/problem.ts';
import { type MountContext, route } from '../kernel/http/route.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import { type MessageTransports, receiveMessage } from '../messages/messages.public.ts';
import { requireReadableSurvey } from '../surveys/surveys.public.ts';
import { handleReply } from './handle-reply.ts';
import { checkNumbers, sendSurvey } from './send-survey.ts';
import { findSmsSources } from './sms-sources.ts';
import { computeSurveyStats } from './survey-stats.ts';
import { createTimeoutProcessor, processSurveyTimeouts } from './survey-timeouts.ts';
import { simulatedPhonePrivileges } from './targeted-surveys.rules.ts';
import { findSimulatedPhones, readSurveyContacts } from './targeted-surveys.sql.ts';
import { viewSimulatedPhone, viewSurveyContact } from './targeted-surveys.view.ts';

interface TargetedSurveyDependencies {
  transports: MessageTransports;
  /** Whether simulated phones are enabled; undefined: only if no gateway is switched on. */
  useSimulatedPhones: boolean | undefined;
}

/** Mounts endpoints and jobs. */
export function mountTargetedSurveys(
  mount: MountContext,
  { transports, useSimulatedPhones }: TargetedSurveyDependencies,
): void {
  mount.jobs.register(processSurveyTimeouts, createTimeoutProcessor(mount.db, transports));
  mount.jobs.schedule(processSurveyTimeouts, '*/10 * * * *');
  route(mount, contract.listSurveyContacts, async ({ tx, viewer, params }) => {
    const survey = await requireReadableSurvey(tx, viewer, params.id);
    return (await readSurveyContacts(tx, survey.id)).map((row) => viewSurveyContact(viewer, row));
  });
  route(mount, contract.createSurveyContacts, ({ tx, viewer, params, body }) =>
    sendSurvey(tx, viewer, params.id, body, { transports, useSimulatedPhones }),
  );
  route(mount, contract.checkPhoneNumbers, ({ tx, body }) => checkNumbers(tx, body, useSimulatedPhones));
  route(mount, readSurveyStats, ({ tx, viewer, urls, params, query }) =>
    computeSurveyStats(tx, viewer, urls, params.id, query),
  );
  mountSimulatedPhones(mount, { transports, useSimulatedPhones });
}

function mountSimulatedPhones(
  mount: MountContext,
  { transports, useSimulatedPhones }: TargetedSurveyDependencies,
): void {
  const source = contract.simulatedPhoneSource;
  route(mount, contract.listSimulatedPhones, async ({ tx, viewer, query }) => {
    requirePrivilege(viewer, simulatedPhonePrivileges(viewer), 'search', 'messages');
    const phones = await findSimulatedPhones(tx, source, query.q ? toLikePattern(query.q) : null);
    const is_on = (await findSmsSources(tx, useSimulatedPhones)).includes(source);
    return { is_on, count: phones.length, results: phones.map(viewSimulatedPhone) };
  });
  route(mount, contract.sendFromSimulatedPhone, async ({ tx, viewer, body }) => {
    requirePrivilege(viewer, simulatedPhonePrivileges(viewer), 'create', 'messages');
    if (!(await findSmsSources(tx, useSimulatedPhones)).includes(source))
      throw validationError('messages', 'data_source', 'exists', { value: source });
    const incoming = {
      type: 'sms' as const,
      from: await completePhoneNumber(tx, body.from.replace(/[\s()./-]/g, '')),
      message: body.message,
      data_source: source,
      data_source_message_id: body.message_id ?? null,
    };
    const reply = await handleReply(tx, incoming, transports);
    const { messageId, contactId, postId } = reply ?? (await receiveMessage(tx, incoming));
    return { message_id: messageId, contact_id: contactId, post_id: postId, is_reply: reply !== undefined };
  });
}
