import { useTranslation } from 'react-i18next';
import classes from './skip-link.module.css';

/** Target of the skip link: the id of the region that holds the screen. */
export const contentId = 'content';

/** The first link of the page for keyboard users: skips the navigation. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a className={classes['link']} href={`#${contentId}`} onClick={focusContent}>
      {t('nav.skip')}
    </a>
  );
}

/** Only moves the focus: the router would treat the hash as a new URL. */
function focusContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById(contentId)?.focus();
}
