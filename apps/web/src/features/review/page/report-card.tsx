import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import classes from '../review-page.module.css';
import { useSwipe } from '../use-swipe.ts';

interface Props {
  isPhone: boolean;
  needsSurvey: boolean;
  reasons: readonly string[];
  onSwipe: (direction: 'start' | 'end') => void;
  children: ReactNode;
}

/** The report with its context. On a phone it can be swiped. keys: review.action.* */
export function ReportCard({ isPhone, needsSurvey, reasons, onSwipe, children }: Props) {
  const { t } = useTranslation();
  const swipe = useSwipe(isPhone, onSwipe);
  return (
    <>
      {swipe.direction && (
        <div className={classes['swipe']} data-direction={swipe.direction} aria-hidden>
          {swipe.direction === 'end' && needsSurvey
            ? t('post.action.chooseSurvey')
            : t(`review.action.${swipe.direction === 'end' ? 'publish' : 'archive'}`)}
        </div>
      )}
      <div className={classes['card']} {...swipe.props}>
        {reasons.length > 0 && (
          <Alert
            className={classes['returned'] ?? ''}
            color="red"
            variant="light"
            role="alert"
            title={t('review.returned')}
            icon={<Icon icon={IconAlertTriangle} />}
          >
            {reasons.map((reason) => (
              <p key={reason} className={classes['text']}>
                {reason}
              </p>
            ))}
          </Alert>
        )}
        {reasons.length === 0 && needsSurvey && (
          <Alert
            className={classes['returned'] ?? ''}
            color="accent"
            variant="light"
            role="note"
            icon={<Icon icon={IconInfoCircle} />}
          >
            {t('post.action.needsSurvey')}
          </Alert>
        )}
        {children}
      </div>
    </>
  );
}
