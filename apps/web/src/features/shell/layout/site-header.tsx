/** Names the deployment above the screens with a map: its name, the way to the page about it, and a note for first visits. */
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import { useAccount, useIsLoginRequired } from '../../../api/session.ts';
import { readStoredText, storeText } from '../../../ui/browser/web-storage.ts';
import { TextLink } from '../../../ui/navigation/text-link.tsx';
import classes from './site-header.module.css';

const FirstVisitNote = lazy(() => import('../notices/first-visit-note.tsx'));
const dismissedKey = 'waypost.first-visit-note-dismissed';

/**
 * The header, at the top of the panel and of a phone screen.
 * @param hasNote whether the screen has room for the note
 */
export function SiteHeader({ hasNote }: { hasNote: boolean }) {
  const { t } = useTranslation();
  const { site } = useConfig();
  const isMember = useAccount() !== null;
  const isLoginRequired = useIsLoginRequired();
  const [isDismissed, setDismissed] = useState(() => readStoredText('localStorage', dismissedKey) !== null);
  const dismiss = () => {
    storeText('localStorage', dismissedKey, '1');
    setDismissed(true);
  };
  return (
    <header className={classes['header']}>
      <div className={classes['row']}>
        <Link to="/about" className={classes['name']}>
          {/* Beside the panel the navigation shows the logo. */}
          <img src={site.image_header || '/favicon.svg'} alt="" className={classes['logo']} />
          <span dir="auto">{site.name || 'Waypost'}</span>
        </Link>
        <TextLink to="/about" size="sm" className={classes['about']}>
          {t('nav.about')}
        </TextLink>
      </div>
      {hasNote && !isMember && !isLoginRequired && !isDismissed && (
        <Suspense
          fallback={<div className={classes['note']} data-short={site.description ? undefined : true} />}
        >
          <FirstVisitNote onDismiss={dismiss} />
        </Suspense>
      )}
    </header>
  );
}
