/** A poster on one page with the QR code and the address of a survey, to print or to save as PDF. */
import './poster-labels.ts';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { readSurvey, type Survey } from '@waypost/contract/surveys/surveys';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { QueryBoundary } from '../../blocks/settings/query-boundary.tsx';
import { QrImage } from '../../blocks/share/qr-code.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { usePageTitle } from '../../ui/layout/screen-title.tsx';
import classes from './poster-page.module.css';

/** The page. Everything but the poster is left out when it is printed. */
export function PosterPage({ surveyId }: { surveyId: number }) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const query = useQuery(buildEndpointQuery(readSurvey, { params: { id: surveyId } }));
  usePageTitle(t('poster.title'));
  return (
    <main className={classes['page']}>
      <QueryBoundary query={query} notFound={{ title: t('poster.missing'), text: '' }}>
        {(survey) => (
          <>
            <div className={classes['bar']}>
              <p>{t('poster.hint')}</p>
              <Button
                size="md"
                leftSection={<Icon icon={IconPrinter} size={18} />}
                onClick={() => window.print()}
              >
                {t('poster.print')}
              </Button>
            </div>
            <Poster survey={survey} />
          </>
        )}
      </QueryBoundary>
    </main>
  );
}

function Poster({ survey }: { survey: Survey }) {
  const { t } = useTranslation();
  const { site } = useConfig();
  const address = `${window.location.origin}/posts/create/${survey.id}`;
  return (
    <article className={classes['poster']}>
      <header className={classes['header']}>
        {site.image_header && <img src={site.image_header} alt="" />}
        <p dir="auto">{site.name}</p>
      </header>
      <h1 dir="auto">{survey.name}</h1>
      {survey.description && (
        <p className={classes['description']} dir="auto">
          {survey.description}
        </p>
      )}
      <QrImage text={address} label={t('poster.qr')} />
      <p className={classes['address']} dir="ltr">
        {address.replace(/^https?:\/\//, '')}
      </p>
      <ol>
        <li>{t('poster.scan')}</li>
        <li>{t('poster.answer')}</li>
        <li>{t('poster.send')}</li>
      </ol>
    </article>
  );
}
