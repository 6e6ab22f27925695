import { Alert } from '@mantine/core';
import { IconCopy, IconMessage, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listSurveys, type Survey } from '@waypost/contract/surveys/surveys';
import { markerColor } from '@waypost/survey-logic/post-display';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { Markdown } from '../../blocks/markdown/markdown.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import { useDeleteSurvey } from './delete-survey.tsx';
import { getUnsavedSurvey } from './draft/unsaved-survey.ts';
import { isSurveyLimitReached, SurveyLimitNotice } from './survey-limit-notice.tsx';
import classes from './surveys-page.module.css';

/** From this number on the list has a search field. */
const minSurveysForSearch = 8;

/** List of all surveys, with links to edit them and to create one (spec 3 §2, "Surveys"). */
export function SurveysPage() {
  const { t } = useTranslation();
  const { features } = useConfig();
  const [q, setQ] = useState('');
  const { data, error, refetch } = useQuery(buildEndpointQuery(listSurveys, {}));
  const { askToDelete, dialog } = useDeleteSurvey(() => undefined);
  const surveys = data?.results ?? [];
  const filteredSurveys = surveys.filter(({ name }) =>
    name.toLocaleLowerCase().includes(q.toLocaleLowerCase()),
  );
  const { forms: limit } = features.limits;
  const isLimitReached = data !== undefined && isSurveyLimitReached(limit, data.total_count);
  const add = (
    <ButtonLink to="/settings/surveys/create" size="md" leftSection={<Icon icon={IconPlus} size={18} />}>
      {t('survey.list.add')}
    </ButtonLink>
  );
  const unsavedSurvey = getUnsavedSurvey();
  const hasTargeted = useFeature('targeted-surveys');
  const addTargeted = hasTargeted && (
    <ButtonLink
      to="/settings/surveys/targeted/create"
      size="md"
      variant="default"
      leftSection={<Icon icon={IconMessage} size={18} />}
    >
      {t('survey.list.addTargeted')}
    </ButtonLink>
  );
  return (
    <SettingsPage
      isWide
      lead={t('survey.list.lead')}
      actions={
        !isLimitReached && (
          <>
            {addTargeted}
            {add}
          </>
        )
      }
    >
      {isLimitReached && limit !== true && <SurveyLimitNotice limit={limit} />}
      {unsavedSurvey && (
        <Alert
          color="gray"
          variant="light"
          title={t('survey.unsaved.title', { name: unsavedSurvey.name })}
          icon={<Icon icon={IconPencil} />}
        >
          {t('survey.unsaved.text', { add: t('survey.list.add') })}
        </Alert>
      )}
      {surveys.length > minSurveysForSearch && (
        <SearchField label={t('survey.list.search')} value={q} onSearch={setQ} />
      )}
      {filteredSurveys.length > 0 && (
        <ul className={classes['surveys']} aria-label={t('settings.entry.surveys.title')}>
          {filteredSurveys.map((survey) => (
            <SurveyRow key={survey.id} survey={survey} canAdd={!isLimitReached} onDelete={askToDelete} />
          ))}
        </ul>
      )}
      {surveys.length > 0 && filteredSurveys.length === 0 && (
        <EmptyState title={t('survey.list.notFound.title')}>{t('survey.list.notFound.text')}</EmptyState>
      )}
      {data && surveys.length === 0 && (
        <EmptyState title={t('survey.list.none.title')}>{t('survey.list.none.text')}</EmptyState>
      )}
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={4} height={84} />}
      {dialog}
    </SettingsPage>
  );
}

interface RowProps {
  survey: Survey;
  /** Whether the plan has room for a duplicate. */
  canAdd: boolean;
  onDelete: (survey: Survey) => void;
}

function SurveyRow({ survey, canAdd, onDelete }: RowProps) {
  const { t } = useTranslation();
  const { name, color, description, allowed_privileges } = survey;
  const params = { surveyId: String(survey.id) };
  const isSent = useFeature('targeted-surveys') && survey.targeted_survey;
  return (
    <li className={classes['survey']}>
      <span className={classes['band']} style={{ background: markerColor(color) }} />
      <div className={classes['details']}>
        <Link
          to={isSent ? '/settings/surveys/targeted/published/$surveyId' : '/settings/surveys/edit/$surveyId'}
          params={params}
          className={classes['name']}
        >
          <bdi>{name}</bdi>
        </Link>
        {survey.disabled && <span className={classes['mark']}>{t('survey.list.disabled')}</span>}
        {survey.targeted_survey && <span className={classes['mark']}>{t('survey.list.targeted')}</span>}
        {description && (
          <div className={classes['text']}>
            <Markdown text={description} />
          </div>
        )}
      </div>
      <span className={classes['actions']}>
        {canAdd && (
          <Link
            to="/settings/surveys/duplicate/$surveyId"
            params={params}
            className={classes['action']}
            aria-label={t('survey.list.duplicate', { name })}
          >
            <Icon icon={IconCopy} />
          </Link>
        )}
        {allowed_privileges.includes('delete') && (
          <button
            type="button"
            className={classes['action']}
            data-tone="danger"
            aria-label={t('survey.list.delete', { name })}
            onClick={() => onDelete(survey)}
          >
            <Icon icon={IconTrash} />
          </button>
        )}
      </span>
    </li>
  );
}
