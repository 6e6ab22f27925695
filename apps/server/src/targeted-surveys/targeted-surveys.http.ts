/** The addresses of targeted surveys, of what surveys brought in, and of simulated phones. */
import { readSurveyStats } from '@waypost/contract/stats';
import * as contract from '@waypost/contract/targeted-surveys';
import { containing } from '../kernel/paging.ts';
import { fault } from '../kernel/problem.ts';
import { require } from '../kernel/refuse.ts';
import { type Mount, route } from '../kernel/route.ts';
import { type Carriers, receiveMessage } from '../messages/messages.public.ts';
import { readableSurvey } from '../surveys/surveys.public.ts';
import { askContacts, checkNumbers } from './ask-contacts.ts';
import { surveyStats } from './survey-stats.ts';
import { takeReply } from './take-reply.ts';
import { phonePrivileges } from './targeted-surveys.rules.ts';
import { findPhones, readSurveyContacts } from './targeted-surveys.sql.ts';
import { viewPhone, viewSurveyContact } from './targeted-surveys.view.ts';
import { surveyTender, tendSurveys } from './tend-surveys.ts';
import { textSources } from './text-sources.ts';

interface Surroundings {
  carriers: Carriers;
  /** Whether simulated phones are wanted; undefined: where there is no gateway. */
  simulates: boolean | undefined;
}

export function mountTargetedSurveys(mount: Mount, { carriers, simulates }: Surroundings): void {
  mount.jobs.handle(tendSurveys, surveyTender(mount.db, carriers));
  mount.jobs.schedule(tendSurveys, '*/10 * * * *');
  route(mount, contract.listSurveyContacts, async ({ tx, viewer, params }) => {
    const survey = await readableSurvey(tx, viewer, params.id);
    return (await readSurveyContacts(tx, survey.id)).map(viewSurveyContact);
  });
  route(mount, contract.createSurveyContacts, ({ tx, viewer, params, body }) =>
    askContacts(tx, viewer, params.id, body, { carriers, simulates }),
  );
  route(mount, contract.checkNumbers, ({ tx, body }) => checkNumbers(tx, body, simulates));
  route(mount, readSurveyStats, ({ tx, viewer, addresses, params, query }) =>
    surveyStats(tx, viewer, addresses, params.id, query),
  );
  mountPhones(mount, { carriers, simulates });
}

function mountPhones(mount: Mount, { carriers, simulates }: Surroundings): void {
  const source = contract.simulatedSource;
  route(mount, contract.listSimulatedPhones, async ({ tx, viewer, query }) => {
    require(viewer, phonePrivileges(viewer), 'search', 'messages');
    const phones = await findPhones(tx, source, query.q ? containing(query.q) : null);
    const is_on = (await textSources(tx, simulates)).includes(source);
    return { is_on, count: phones.length, results: phones.map(viewPhone) };
  });
  route(mount, contract.sendFromSimulatedPhone, async ({ tx, viewer, body }) => {
    require(viewer, phonePrivileges(viewer), 'create', 'messages');
    if (!(await textSources(tx, simulates)).includes(source))
      throw fault('messages', 'data_source', 'exists', { value: source });
    const incoming = {
      type: 'sms' as const,
      from: body.from,
      message: body.message,
      data_source: source,
      data_source_message_id: body.message_id ?? null,
    };
    const reply = await takeReply(tx, incoming, carriers);
    const { messageId, contactId, postId } = reply ?? (await receiveMessage(tx, incoming));
    return { message_id: messageId, contact_id: contactId, post_id: postId, is_reply: reply !== undefined };
  });
}
