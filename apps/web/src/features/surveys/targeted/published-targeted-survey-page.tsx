import '../../../ui/i18n/targeted-survey-labels.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { readSurveyStats } from '@waypost/contract/browse/stats';
import { builtInRoles } from '@waypost/contract/common/permissions';
import { readSurvey, type Survey } from '@waypost/contract/surveys/surveys';
import {
  listSurveyContacts,
  type SurveyContact,
  simulatedPhoneSource,
} from '@waypost/contract/targeted-surveys/targeted-surveys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useAccount } from '../../../api/session.ts';
import { useFeature } from '../../../blocks/feature-notice/features.ts';
import { QueryBoundary } from '../../../blocks/settings/query-boundary.tsx';
import { SettingsPage } from '../../../blocks/settings/settings-page.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { SearchField } from '../../../ui/form/search-field.tsx';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import { useLoadedTranslations } from '../../../ui/i18n/i18n.ts';
import { ButtonLink } from '../../../ui/navigation/button-link.tsx';
import { Pagination } from '../../../ui/navigation/pagination.tsx';
import { TextLink } from '../../../ui/navigation/text-link.tsx';
import { useStoredSurvey } from '../draft/use-stored-survey.ts';
import { CountList } from './publish-step.tsx';
import classes from './targeted.module.css';
import { TargetedWizard } from './targeted-wizard.tsx';

/** Milliseconds between two polls, since answers come in at any time. */
const pollIntervalMs = 5000;
/** Recipients per page. */
const pageSize = 25;

/**
 * Progress of a published targeted survey: numbers, recipients, and a link to the answers (spec 3 §2).
 * keys: targeted.view.states.*
 */
export function PublishedTargetedSurveyPage({ id }: { id: number }) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const survey = useQuery(buildEndpointQuery(readSurvey, { params: { id } }));
  const hasTargeted = useFeature('targeted-surveys');
  const params = { surveyId: String(id) };
  const notFound = { title: t('targeted.view.missing'), text: t('targeted.view.missingText') };
  if (survey.data && (!survey.data.targeted_survey || !hasTargeted))
    return <Navigate to="/settings/surveys/edit/$surveyId" params={params} replace />;
  return (
    <SettingsPage
      title={survey.data?.name ?? t('targeted.view.lead')}
      lead={t('targeted.view.lead')}
      actions={
        <ButtonLink to="/settings/surveys/edit/$surveyId" params={params} size="md" variant="default">
          {t('targeted.view.edit')}
        </ButtonLink>
      }
    >
      <QueryBoundary query={survey} notFound={notFound}>
        {(survey) => <SentSurvey survey={survey} />}
      </QueryBoundary>
    </SettingsPage>
  );
}

function SentSurvey({ survey }: { survey: Survey }) {
  const params = { id: survey.id };
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(listSurveyContacts, { params }),
    staleTime: 0,
    refetchInterval: pollIntervalMs,
  });
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={4} height={72} />;
  return data.length === 0 ? (
    <UnsentSurvey id={survey.id} />
  ) : (
    <SurveyProgress survey={survey} contacts={data} />
  );
}

/** A targeted survey that was saved but not sent: a duplicate, or one whose publishing failed half-way. */
function UnsentSurvey({ id }: { id: number }) {
  const { t } = useTranslation();
  const [isChoosing, setChoosing] = useState(false);
  const query = useStoredSurvey(id);
  const notFound = { title: t('targeted.view.missing'), text: t('targeted.view.missingText') };
  if (!isChoosing)
    return (
      <EmptyState
        title={t('targeted.view.unsent')}
        action={
          <Button size="md" onClick={() => setChoosing(true)}>
            {t('targeted.view.unsentAction')}
          </Button>
        }
      >
        {t('targeted.view.unsentText')}
      </EmptyState>
    );
  return (
    <QueryBoundary query={query} notFound={notFound}>
      {(draft) => <TargetedWizard initialDraft={draft} savedDraft={draft} firstStep={1} />}
    </QueryBoundary>
  );
}

function SurveyProgress({ survey, contacts }: { survey: Survey; contacts: readonly SurveyContact[] }) {
  const { t } = useTranslation();
  const isAdmin = useAccount()?.role === builtInRoles.admin;
  const { data, error } = useQuery({
    ...buildEndpointQuery(readSurveyStats, { params: { id: survey.id } }),
    staleTime: 0,
    refetchInterval: pollIntervalMs,
  });
  const isSimulated = contacts.some((contact) => contact.data_source === simulatedPhoneSource);
  const form = [String(survey.id)];
  return (
    <>
      {error && !data && <ErrorState messages={formatErrorMessages(error)} />}
      {!data && !error && <ListSkeleton rows={1} height={88} />}
      {data && (
        <CountList
          entries={[
            [t('targeted.view.responses'), data.total_responses ?? 0],
            [t('targeted.view.recipients'), data.total_recipients ?? 0],
            [t('targeted.view.sent'), data.total_messages_sent ?? 0],
            [t('targeted.view.pending'), data.total_messages_pending ?? 0],
          ]}
        />
      )}
      <div className={classes['actions']}>
        <ButtonLink to="/views/data" search={{ form, status: ['draft', 'published', 'archived'] }} size="md">
          {t('targeted.view.see')}
        </ButtonLink>
        {isSimulated && isAdmin && (
          <ButtonLink to="/settings/phone" size="md" variant="default">
            {t('targeted.view.phone')}
          </ButtonLink>
        )}
      </div>
      <Recipients contacts={contacts} />
    </>
  );
}

const contactStates = {
  WAITING: 'waiting',
  'PENDING RESPONSE': 'pending',
  'RECEIVED RESPONSE': 'received',
  'SURVEY FINISHED': 'finished',
  STOPPED: 'stopped',
  EXPIRED: 'expired',
} as const;
type ContactState = (typeof contactStates)[keyof typeof contactStates] | 'moved';

const getContactState = ({ survey_status: status }: SurveyContact): ContactState =>
  status in contactStates ? contactStates[status as keyof typeof contactStates] : 'moved';

function Recipients({ contacts }: { contacts: readonly SurveyContact[] }) {
  const { t, i18n } = useTranslation();
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const digits = q.replace(/\D/g, '');
  const matchingContacts = contacts.filter((contact) => contact.contact?.includes(digits) ?? digits === '');
  const pageContacts = matchingContacts.slice((page - 1) * pageSize, page * pageSize);
  const counts = new Map<ContactState, number>();
  for (const contact of contacts)
    counts.set(getContactState(contact), (counts.get(getContactState(contact)) ?? 0) + 1);
  const format = new Intl.NumberFormat(resolveFormatLocale(i18n.language));
  return (
    <section className={classes['section']} aria-labelledby="recipients">
      <h2 id="recipients" className={classes['title']}>
        {t('targeted.view.who')}
      </h2>
      <ul className={classes['states']} aria-label={t('targeted.view.progress')}>
        {[...counts].map(([state, count]) => (
          <li key={state}>
            <strong>{format.format(count)}</strong> {t(`targeted.view.states.${state}`)}
          </li>
        ))}
      </ul>
      {contacts.length > pageSize && (
        <SearchField
          label={t('targeted.view.search')}
          value={q}
          onSearch={(text) => {
            setQ(text);
            setPage(1);
          }}
        />
      )}
      {matchingContacts.length === 0 && <p className={classes['text']}>{t('targeted.view.nobody')}</p>}
      <ul className={classes['recipients']}>
        {pageContacts.map((contact) => (
          <li key={contact.id}>
            <bdi className={classes['number']}>{contact.contact}</bdi>
            <span className={classes['state']}>{t(`targeted.view.states.${getContactState(contact)}`)}</span>
            {contact.post_id !== null && (
              <TextLink
                to="/posts/$postId"
                params={{ postId: String(contact.post_id) }}
                aria-label={t('targeted.view.open', { number: contact.contact })}
              >
                {t('targeted.view.post')}
              </TextLink>
            )}
          </li>
        ))}
      </ul>
      <Pagination page={page} total={matchingContacts.length} pageSize={pageSize} onPage={setPage} />
    </section>
  );
}
