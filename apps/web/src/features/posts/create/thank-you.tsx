import { IconCheck } from '@tabler/icons-react';
import '../../../blocks/survey-form/public-view-labels.ts';
import { findPublicFrom } from '@waypost/survey-logic/publication-delay';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSiteTimeFormat } from '../../../blocks/site-time/use-site-time-format.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { ButtonLink } from '../../../ui/navigation/button-link.tsx';
import classes from '../form/report-form.module.css';
import type { FullSurvey } from '../use-full-survey.ts';
import { ReceiptOrNone } from './receipt-or-none.tsx';
import type { SentReport } from './report-editor.tsx';

interface Props extends SentReport {
  survey: FullSurvey['survey'] | undefined;
  /** Shown in an iframe of another site: links open in a new tab. */
  isEmbedded: boolean;
  onNewReport: () => void;
}

/**
 * Shown after sending a report that is not public yet, or that was sent from an embedded form: it arrived, and what happens next.
 */
export function ThankYou(props: Props) {
  const { post, receipt, survey, isPublishingRefused, isEmbedded, onNewReport } = props;
  const { t } = useTranslation();
  const formatSiteTime = useSiteTimeFormat();
  const [sent] = useState(Date.now);
  const publicFrom = post?.public_from ?? (survey && findPublicFrom(survey, sent)?.toISOString());
  const linkTarget = isEmbedded ? { target: '_blank' } : {};
  const isPublic = post?.status === 'published' && !publicFrom;
  return (
    <Panel>
      <div className={classes['thanks']}>
        <span className={classes['stateIcon']}>
          <Icon icon={IconCheck} size={32} />
        </span>
        <ScreenTitle title={t(isPublic ? 'post.done.saved' : 'post.thanks.title')} />
        {isPublic ? (
          <p>{t('post.thanks.public')}</p>
        ) : (
          <>
            {!receipt && <p>{t('post.thanks.text')}</p>}
            <ol>
              <li>{t('post.thanks.look')}</li>
              {isPublishingRefused ? (
                <li>{t('publicView.refused.you')}</li>
              ) : (
                <>
                  <li>{t('post.thanks.publish')}</li>
                  {publicFrom && <li>{t('publicView.later', { date: formatSiteTime(publicFrom) })}</li>}
                  <li>{t(post ? 'post.thanks.yours' : 'post.thanks.anonymous')}</li>
                </>
              )}
            </ol>
          </>
        )}
        <ReceiptOrNone receipt={receipt} survey={survey} onNewReport={onNewReport} />
        {post && (
          <ButtonLink
            to="/posts/$postId"
            params={{ postId: String(post.id) }}
            variant="default"
            size="md"
            {...linkTarget}
          >
            {t('post.thanks.see')}
          </ButtonLink>
        )}
        {!isEmbedded && (
          <ButtonLink to="/views/map" variant="subtle" size="md">
            {t('nav.backToMap')}
          </ButtonLink>
        )}
      </div>
    </Panel>
  );
}
