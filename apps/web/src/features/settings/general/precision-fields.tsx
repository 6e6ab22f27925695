import { TextInput } from '@mantine/core';
import { GeneralForm } from '@waypost/contract/settings/settings';
import { computePrecisionMetres } from '@waypost/survey-logic/location-precision';
import { useTranslation } from 'react-i18next';
import { formatLength } from '../../../ui/i18n/format-length.ts';
import classes from './precision-fields.module.css';
import type { GeneralFormState } from './use-general-form.ts';

/** The precision of places for viewers who may not see them exactly, with an illustration. */
export function PrecisionFields({ form, label }: { form: GeneralFormState; label: string }) {
  const { t, i18n } = useTranslation();
  const typed = GeneralForm.shape.location_precision.safeParse(form.values.location_precision);
  return (
    <>
      <TextInput
        {...form.getInputProps('location_precision')}
        className={classes['field'] ?? ''}
        size="md"
        label={label}
        description={t('general.precisionHint')}
        withAsterisk
        required
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        dir="ltr"
      />
      {typed.success && (
        <PrecisionDiagram
          precision={typed.data}
          length={formatLength(computePrecisionMetres(typed.data), i18n.language)}
        />
      )}
    </>
  );
}

/** The example: Nairobi's city hall. */
const examplePlace = { lat: -1.286_389_412, lon: 36.822_411_958 };
const cellSize = 96;
/** Position of the reported place within its cell, from 0 to 1. */
const exactOffset = { x: 0.36, y: -0.3 };

/** The grid that places are rounded to, with the reported and the public place. */
function PrecisionDiagram({ precision, length }: { precision: number; length: string }) {
  const { t } = useTranslation();
  const rounded = { lat: examplePlace.lat.toFixed(precision), lon: examplePlace.lon.toFixed(precision) };
  const exact = { x: exactOffset.x * cellSize, y: exactOffset.y * cellSize };
  return (
    <figure className={classes['figure']}>
      <svg viewBox="-144 -96 288 236" className={classes['picture']} aria-hidden="true">
        <rect
          x={-cellSize / 2}
          y={-cellSize / 2}
          width={cellSize}
          height={cellSize}
          className={classes['area']}
        />
        {[-1.5, -0.5, 0.5, 1.5].map((at) => (
          <line key={at} x1={at * cellSize} x2={at * cellSize} y1={-96} y2={96} className={classes['line']} />
        ))}
        {[-0.5, 0.5].map((at) => (
          <line
            key={at}
            x1={-144}
            x2={144}
            y1={at * cellSize}
            y2={at * cellSize}
            className={classes['line']}
          />
        ))}
        <line
          x1={exact.x * 0.8}
          y1={exact.y * 0.8}
          x2={exact.x * 0.3}
          y2={exact.y * 0.3}
          className={classes['arrow']}
        />
        <circle cx={exact.x} cy={exact.y} r="6" className={classes['exact']} />
        <circle r="8" className={classes['rounded']} />
        <path
          d={`M${-cellSize / 2} 102v8M${-cellSize / 2} 106h${cellSize}m0 -4v8`}
          className={classes['scale']}
        />
        <text y="128" textAnchor="middle" className={classes['measure']}>
          {length}
        </text>
      </svg>
      <figcaption className={classes['content']}>
        <strong className={classes['length']}>{t('general.precisionLength', { length })}</strong>
        <span className={classes['legend']}>
          <i className={classes['dot']} data-kind="exact" />
          {t('general.precisionReported')}{' '}
          <bdi dir="ltr">{`${examplePlace.lat.toFixed(6)}, ${examplePlace.lon.toFixed(6)}`}</bdi>
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
