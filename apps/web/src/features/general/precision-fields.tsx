/** How exactly places are shown to those who may not know them exactly, with a picture of what happens to one. */
import { TextInput } from '@mantine/core';
import { GeneralForm } from '@waypost/contract/settings';
import { useTranslation } from 'react-i18next';
import { lengthText, metresApart } from './precision.ts';
import classes from './precision-fields.module.css';
import type { useGeneralForm } from './use-general-form.ts';

type Form = ReturnType<typeof useGeneralForm>['form'];

export function PrecisionFields({ form }: { form: Form }) {
  const { t, i18n } = useTranslation();
  const typed = GeneralForm.shape.location_precision.safeParse(form.values.location_precision);
  return (
    <>
      <TextInput
        {...form.getInputProps('location_precision')}
        className={classes['field'] ?? ''}
        size="md"
        label={t('general.precision')}
        description={t('general.precisionHint')}
        withAsterisk
        required
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        dir="ltr"
      />
      {typed.success && (
        <Picture precision={typed.data} length={lengthText(metresApart(typed.data), i18n.language)} />
      )}
    </>
  );
}

/** Of no place in particular: Nairobi's city hall, more exactly than anybody would say it. */
const place = { lat: -1.286_389_412, lon: 36.822_411_958 };
const cell = 96;
/** Where the reported place lies in its cell, as parts of it. */
const away = { x: 0.36, y: -0.3 };

/** The grid that places are rounded to: the reported one, and the one that everybody sees. */
function Picture({ precision, length }: { precision: number; length: string }) {
  const { t } = useTranslation();
  const rounded = { lat: place.lat.toFixed(precision), lon: place.lon.toFixed(precision) };
  const exact = { x: away.x * cell, y: away.y * cell };
  return (
    <figure className={classes['figure']}>
      <svg viewBox="-144 -96 288 236" className={classes['picture']} aria-hidden="true">
        <rect x={-cell / 2} y={-cell / 2} width={cell} height={cell} className={classes['area']} />
        {[-1.5, -0.5, 0.5, 1.5].map((at) => (
          <line key={at} x1={at * cell} x2={at * cell} y1={-96} y2={96} className={classes['line']} />
        ))}
        {[-0.5, 0.5].map((at) => (
          <line key={at} x1={-144} x2={144} y1={at * cell} y2={at * cell} className={classes['line']} />
        ))}
        <line
          x1={exact.x * 0.8}
          y1={exact.y * 0.8}
          x2={exact.x * 0.3}
          y2={exact.y * 0.3}
          className={classes['way']}
        />
        <circle cx={exact.x} cy={exact.y} r="6" className={classes['exact']} />
        <circle r="8" className={classes['shown']} />
        <path d={`M${-cell / 2} 102v8M${-cell / 2} 106h${cell}m0 -4v8`} className={classes['scale']} />
        <text y="128" textAnchor="middle" className={classes['measure']}>
          {length}
        </text>
      </svg>
      <figcaption className={classes['words']}>
        <strong className={classes['length']}>{t('general.precisionLength', { length })}</strong>
        <span className={classes['legend']}>
          <i className={classes['dot']} data-kind="exact" />
          {t('general.precisionReported')}{' '}
          <bdi dir="ltr">{`${place.lat.toFixed(6)}, ${place.lon.toFixed(6)}`}</bdi>
        </span>
        <span className={classes['legend']}>
          <i className={classes['dot']} data-kind="shown" />
          {t('general.precisionShown')} <bdi dir="ltr">{`${rounded.lat}, ${rounded.lon}`}</bdi>
        </span>
        <span className={classes['note']}>{t('general.precisionNote')}</span>
      </figcaption>
    </figure>
  );
}
