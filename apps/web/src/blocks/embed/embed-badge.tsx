/** A link to the deployment, shown in frames of other sites. */
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import classes from './embed-badge.module.css';

/** The deployment's logo and name. */
export function EmbedBadge() {
  const { t } = useTranslation();
  const { site } = useConfig();
  const name = site.name || 'Waypost';
  return (
    <a className={classes['badge']} href="/" target="_blank" rel="noopener">
      <img src={site.image_header || '/favicon.svg'} alt="" width={20} height={20} />
      <span className={classes['name']} dir="auto">
        {name}
      </span>
      {name !== 'Waypost' && <span className={classes['by']}>{t('embed.poweredBy')}</span>}
    </a>
  );
}
