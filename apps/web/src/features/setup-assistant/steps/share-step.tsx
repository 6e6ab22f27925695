/** How people get to the form: a link, a QR code, a poster to print, and the code for another site. */
import { NativeSelect } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { useOpenSurveys } from '../../../blocks/report/use-open-surveys.ts';
import { CopyField } from '../../../blocks/share/copy-field.tsx';
import { buildEmbedCode } from '../../../blocks/share/embed-code.ts';
import { QrCode } from '../../../blocks/share/qr-code.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { ButtonLink } from '../../../ui/navigation/button-link.tsx';
import classes from '../setup-page.module.css';
import { findSurveyToShare } from './find-survey-to-share.ts';
import { FirstSurveyNotice } from './first-survey-notice.tsx';
import { ShareNotices } from './share-notices.tsx';

/** The step. @param hasReport whether the first report has arrived */
export function ShareStep({ hasReport }: { hasReport: boolean }) {
  const { t } = useTranslation();
  const { surveys, error, refetch } = useOpenSurveys();
  const [chosen, setChosen] = useState<string | null>(null);
  if (error && !surveys) return <ErrorState messages={formatErrorMessages(error)} onRetry={refetch} />;
  if (!surveys) return <ListSkeleton rows={2} height={72} />;
  const survey = surveys.find(({ id }) => String(id) === chosen) ?? findSurveyToShare(surveys);
  if (!survey)
    return (
      <EmptyState title={t('setup.step.share.none')}>
        <ButtonLink to="/settings/surveys">{t('settings.entry.surveys.title')}</ButtonLink>
      </EmptyState>
    );
  const surveyId = String(survey.id);
  const address = `${window.location.origin}/posts/create/${surveyId}`;
  return (
    <>
      <ShareNotices hasReport={hasReport} />
      <FirstSurveyNotice surveys={surveys} shared={survey} />
      {surveys.length > 1 && (
        <NativeSelect
          size="md"
          label={t('setup.step.share.survey')}
          value={surveyId}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={surveys.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      <CopyField label={t('survey.share.link')} text={address} />
      <QrCode
        text={address}
        label={t('survey.share.qrLabel', { name: survey.name })}
        fileName={`survey-${surveyId}`}
      />
      <div className={classes['actions']}>
        <ButtonLink
          to="/posts/create/$surveyId/poster"
          params={{ surveyId }}
          target="_blank"
          size="md"
          leftSection={<Icon icon={IconPrinter} size={18} />}
        >
          {t('setup.step.share.poster')}
        </ButtonLink>
        <ButtonLink
          to="/posts/create/$surveyId"
          params={{ surveyId }}
          target="_blank"
          variant="default"
          size="md"
        >
          {t('survey.share.open')}
        </ButtonLink>
      </div>
      <CopyField
        label={t('survey.share.embed')}
        description={t('survey.share.embedHint')}
        text={buildEmbedCode({ url: `${address}/noui`, title: survey.name, height: 720 })}
        isLong
      />
    </>
  );
}
