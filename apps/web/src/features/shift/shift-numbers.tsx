/** The numbers of the shift view: what waits, how long, and by group. */
import type { ReviewShift } from '@waypost/contract/review/shift';
import { useTranslation } from 'react-i18next';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { formatMedian } from './format-waiting-time.ts';
import classes from './shift.module.css';
import { useShiftGroups } from './use-shift-groups.ts';

/** The most important numbers. */
export function ShiftFigures({ shift }: { shift: ReviewShift }) {
  const { t, i18n } = useTranslation();
  const format = new Intl.NumberFormat(resolveFormatLocale(i18n.language));
  const { total, held, decisions_total } = shift;
  const figures = [
    { label: t('shift.waiting'), text: format.format(total) },
    { label: t('shift.held'), text: format.format(held) },
    {
      label: t('shift.median'),
      text: formatMedian(shift, i18n.language),
    },
    { label: t('shift.decided'), text: format.format(decisions_total) },
  ];
  return (
    <dl className={classes['figures']}>
      {figures.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The numbers by survey, source, age, language and person. */
export function ShiftGroups({ shift }: { shift: ReviewShift }) {
  const { i18n } = useTranslation();
  const groups = useShiftGroups()(shift);
  const format = new Intl.NumberFormat(resolveFormatLocale(i18n.language));
  return (
    <div className={classes['groups']}>
      {groups.map(({ title, rows, emptyText }) => (
        <section key={title} className={classes['group']} aria-label={title}>
          <h2>{title}</h2>
          {rows.length === 0 && <p className={classes['note']}>{emptyText}</p>}
          <dl>
            {rows.map(({ name, count }) => (
              <div key={name}>
                <dt dir="auto">{name}</dt>
                <dd>{format.format(count)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
