/** The ready-made templates as cards: each leads to its preview. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listTemplates, type TemplateSummary } from '@waypost/contract/templates/templates';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { CategoryIcon } from '../category-icon/category-icon.tsx';
import classes from './templates.module.css';

/** Lists the templates in the language of the screen. @param from the page that follows when one is applied */
export function TemplateGallery({ from }: { from?: 'setup' }) {
  const { t, i18n } = useTranslation();
  const language = i18n.language.slice(0, 2);
  const { data, error, refetch } = useQuery(buildEndpointQuery(listTemplates, { query: { language } }));
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={5} height={96} />;
  if (data.results.length === 0) return <EmptyState title={t('template.none')} />;
  return (
    <ul className={classes['cards']} aria-label={t('settings.entry.templates.title')}>
      {data.results.map((template) => (
        <TemplateCard key={template.name} template={template} search={from ? { from } : {}} />
      ))}
    </ul>
  );
}

const partsInOrder = ['forms', 'tags', 'roles', 'savedsearches'] as const;

/** keys: template.part.* */
function TemplateCard({ template, search }: { template: TemplateSummary; search: { from?: 'setup' } }) {
  const { t } = useTranslation();
  const { name, title, description, icon, color } = template;
  return (
    <li className={classes['card']}>
      <span className={classes['cardIcon']}>
        <CategoryIcon icon={icon} color={color} size={26} />
      </span>
      <div className={classes['cardText']}>
        <Link
          to="/settings/templates/$name"
          params={{ name }}
          search={search}
          className={classes['cardTitle']}
        >
          {title}
        </Link>
        <p className={classes['about']}>{description}</p>
        <ul className={classes['counts']}>
          {partsInOrder
            .filter((part) => template[part] > 0)
            .map((part) => (
              <li key={part}>
                {t('template.count', { part: t(`template.part.${part}`), number: template[part] })}
              </li>
            ))}
        </ul>
      </div>
    </li>
  );
}
