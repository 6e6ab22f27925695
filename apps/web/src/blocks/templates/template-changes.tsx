/** What applying a template changes, part by part. keys: template.action.* template.reason.* template.part.* */
import type { TemplateChange } from '@waypost/contract/templates/templates';
import { useTranslation } from 'react-i18next';
import classes from './templates.module.css';

const partsInOrder = ['forms', 'tags', 'roles', 'savedsearches'] as const;

const isUnchanged = ({ action }: TemplateChange) => action === 'same';

interface Props {
  changes: readonly TemplateChange[];
  /** Shown where nothing changes. */
  emptyText?: string;
}

/** Renders the changes; what is here already is counted only. */
export function TemplateChanges({ changes, emptyText }: Props) {
  const { t } = useTranslation();
  const listed = changes.filter((change) => !isUnchanged(change));
  const unchanged = changes.length - listed.length;
  return (
    <div className={classes['contents']}>
      {listed.length === 0 && <p className={classes['text']}>{emptyText ?? t('template.changes.none')}</p>}
      {partsInOrder.map((part) => {
        const rows = listed.filter((change) => change.part === part);
        return (
          rows.length > 0 && (
            <section key={part} className={classes['part']}>
              <h3 className={classes['partTitle']}>{t(`template.part.${part}`)}</h3>
              <ul className={classes['rows']}>
                {rows.map((change) => (
                  <ChangeRow key={`${change.name}-${change.action}`} change={change} />
                ))}
              </ul>
            </section>
          )
        );
      })}
      {listed.length > 0 && unchanged > 0 && (
        <p className={classes['about']}>{t('template.changes.same', { number: unchanged })}</p>
      )}
    </div>
  );
}

function ChangeRow({ change }: { change: TemplateChange }) {
  const { t } = useTranslation();
  const { name, action, reason, attributes } = change;
  const questions = attributes
    ? [
        attributes.created > 0 && t('template.questions.created', { number: attributes.created }),
        attributes.updated > 0 && t('template.questions.updated', { number: attributes.updated }),
        attributes.deleted > 0 && t('template.questions.deleted', { number: attributes.deleted }),
        attributes.kept > 0 && t('template.questions.kept', { number: attributes.kept }),
      ].filter((text) => text !== false)
    : [];
  const details = [...(reason ? [t(`template.reason.${reason}`)] : []), ...questions].join(' · ');
  return (
    <li className={classes['change']}>
      <span className={classes['action']} data-action={action}>
        {t(`template.action.${action}`)}
      </span>
      <span>
        <bdi>{name}</bdi>
        {details && <span className={classes['about']}>{details}</span>}
      </span>
    </li>
  );
}
