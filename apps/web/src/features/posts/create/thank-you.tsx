import { IconCheck } from '@tabler/icons-react';
import type { Post } from '@waypost/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import type { Receipt } from '../../../blocks/receipt/receipt-code.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { ButtonLink } from '../../../ui/navigation/button-link.tsx';
import classes from '../form/report-form.module.css';
import type { FullSurvey } from '../use-full-survey.ts';
import { ReceiptOrNone } from './receipt-or-none.tsx';

interface Props {
  /** Null when the current user may not see the post. */
  post: Post | null;
  /** Of a report without an account. */
  receipt: Receipt | undefined;
  survey: FullSurvey['survey'] | undefined;
  /** Shown in an iframe of another site: links open in a new tab. */
  isEmbedded: boolean;
  onNewReport: () => void;
}

/**
 * Shown after sending a report that is not public yet, or that was sent from an embedded form: it arrived, and what happens next.
 */
export function ThankYou({ post, receipt, survey, isEmbedded, onNewReport }: Props) {
  const { t } = useTranslation();
  const linkTarget = isEmbedded ? { target: '_blank' } : {};
  const isPublic = post?.status === 'published';
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
              <li>{t('post.thanks.publish')}</li>
              <li>{t(post ? 'post.thanks.yours' : 'post.thanks.anonymous')}</li>
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
