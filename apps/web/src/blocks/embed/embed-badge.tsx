/** A link to the deployment, shown in frames of other sites. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import type { PostSearch } from '../post-search/post-search.ts';
import classes from './embed-badge.module.css';

interface Props {
  /** The view that is embedded. */
  view: '/views/map' | '/views/data';
  /** Its filters, which the opened view has as well. */
  search: PostSearch;
}

/** The deployment's logo and name, as a link to the same view of it. */
export function EmbedBadge({ view, search }: Props) {
  const { t } = useTranslation();
  const { site } = useConfig();
  const name = site.name || 'Waypost';
  return (
    <Link to={view} search={search} className={classes['badge']} target="_blank" rel="noopener">
      <img src={site.image_header || '/favicon.svg'} alt="" width={20} height={20} />
      <span className={classes['name']} dir="auto">
        {name}
      </span>
      {name !== 'Waypost' && <span className={classes['by']}>{t('embed.poweredBy')}</span>}
    </Link>
  );
}
