/** The shift view for a large display: fills the screen, can be read from a distance, and has no controls but the way out. */
import './shift-labels.ts';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { enterFullScreen, exitFullScreen } from '../../ui/browser/full-screen.ts';
import { useScreenWakeLock } from '../../ui/browser/use-screen-wake-lock.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { ScreenTitle } from '../../ui/layout/screen-title.tsx';
import { contentId } from '../../ui/navigation/skip-link.tsx';
import classes from './shift.module.css';
import { ShiftFigures, ShiftGroups } from './shift-numbers.tsx';
import { useShift } from './use-shift.ts';

/** Requests full screen when it is opened by a click; the link out of it leaves full screen, too. */
export function ShiftWall() {
  useLoadedTranslations();
  const { t, i18n } = useTranslation();
  const { data, error, refetch } = useShift();
  useScreenWakeLock();
  useEffect(() => {
    enterFullScreen();
    return exitFullScreen;
  }, []);
  const time =
    data &&
    new Intl.DateTimeFormat(resolveFormatLocale(i18n.language), { timeStyle: 'short' }).format(
      new Date(data.counted),
    );
  return (
    <main id={contentId} tabIndex={-1} data-quiet-focus className={classes['wall']}>
      <ScreenTitle title={t('shift.title')} />
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={5} height={64} />}
      {data && (
        <>
          <ShiftFigures shift={data} />
          <ShiftGroups shift={data} />
        </>
      )}
      <footer className={classes['foot']}>
        <span className={classes['note']} data-stale={error !== null || undefined}>
          {time && t('shift.updated', { time })}
        </span>
        <Link to="/review/shift" className={classes['leave']}>
          <Icon icon={IconX} size={18} />
          {t('shift.leaveWall')}
        </Link>
      </footer>
    </main>
  );
}
