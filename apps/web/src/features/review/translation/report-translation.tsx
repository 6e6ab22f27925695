/** The translation of a report by the browser, above the report. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Post } from '@waypost/contract/posts/posts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkedText } from '../../../blocks/linked-text/linked-text.tsx';
import { announce } from '../../../ui/feedback/announcer.tsx';
import { getNumberFormat } from '../../../ui/i18n/formats.ts';
import { formatLanguageName } from '../../../ui/i18n/i18n.ts';
import { TitledSection } from '../../../ui/layout/titled-section.tsx';
import { useReviewSurvey } from '../tasks/use-review-survey.ts';
import { type Translation, translateTexts } from './browser-translator.ts';
import { listReportTexts, type ReportText } from './report-texts.ts';
import classes from './report-translation.module.css';

interface Props {
  post: Post;
  onClose: () => void;
}

/** Translates title, description and answers into the language of the screen, or says why that is not possible. */
export default function ReportTranslation({ post, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const survey = useReviewSurvey(post);
  const texts = listReportTexts(post, survey);
  const [part, setPart] = useState(0);
  const { data, isError, isSuccess } = useQuery({
    queryKey: ['translation', i18n.language, texts.map(({ text }) => text)],
    queryFn: ({ signal }) =>
      translateTexts(
        texts.map(({ text }) => text),
        { target: i18n.language, onDownload: setPart, signal },
      ),
    enabled: survey !== undefined || post.form === null,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
    retry: false,
  });
  useEffect(() => {
    if (isSuccess) announce(t('review.translation.done'));
  }, [isSuccess, t]);
  return (
    <div className={classes['panel']}>
      <TitledSection title={t('review.translation.title')}>
        {isError && <p className={classes['note']}>{t('review.translation.failed')}</p>}
        {!data && !isError && (
          <output className={classes['note']}>
            {part > 0 && part < 1
              ? t('review.translation.loading', { percent: formatPercent(part, i18n.language) })
              : t('review.translation.running')}
          </output>
        )}
        {data && <Translated translation={data} texts={texts} />}
        <div>
          <Button size="sm" variant="default" onClick={onClose}>
            {t('review.translation.hide')}
          </Button>
        </div>
      </TitledSection>
    </div>
  );
}

const formatPercent = (part: number, language: string) =>
  getNumberFormat(language, { style: 'percent' }).format(part);

/** keys: review.translation.problem.* */
function Translated({ translation, texts }: { translation: Translation; texts: readonly ReportText[] }) {
  const { t, i18n } = useTranslation();
  const from = translation.from === undefined ? '' : formatLanguageName(translation.from, i18n.language);
  if (translation.kind !== 'translated')
    return (
      <p className={classes['note']}>
        {t(`review.translation.problem.${translation.kind}`, { language: from })}
      </p>
    );
  return (
    <>
      {translation.texts.map((text, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- texts have no id and are not reordered
        <div key={index} className={classes['text']} dir="auto" translate="no">
          {texts[index]?.label && <span className={classes['note']}>{texts[index].label}</span>}
          <p>
            <LinkedText text={text} />
          </p>
        </div>
      ))}
      <p className={classes['note']}>{t('review.translation.from', { language: from })}</p>
    </>
  );
}
