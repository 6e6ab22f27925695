import { useTranslation } from 'react-i18next';
import classes from './skip-link.module.css';

/** Where the skip link leads: the region that holds the screen. */
export const contentId = 'content';

/** First stop of the keyboard: past the navigation. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className={classes['link']} href={`#${contentId}`} onClick={focusContent}>
      {t('nav.skip')}
    </a>
  );
}

/** The router would take the hash for an address; only the focus moves. */
function focusContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById(contentId)?.focus();
}
