import { CloseButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listSurveys } from '@waypost/contract/surveys/surveys';
import { markerColor } from '@waypost/survey-logic/post-display';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { toPinColor } from '../../../blocks/map-canvas/pins/pin-color.ts';
import classes from './map-legend.module.css';

/** Explains the colours of pins, rings and cards: each is that of a survey. Escape closes it. */
export default function MapLegend({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { data } = useQuery(buildEndpointQuery(listSurveys, {}));
  const close = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    close.current?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it
    <section
      className={classes['legend']}
      aria-label={t('map.legend.title')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className={classes['head']}>
        <h2 className={classes['title']}>{t('map.legend.title')}</h2>
        <CloseButton ref={close} size={32} aria-label={t('action.close')} onClick={onClose} />
      </div>
      <p className={classes['hint']}>{t('map.legend.hint')}</p>
      <ul className={classes['surveys']}>
        {data?.results.map((survey) => (
          <li key={survey.id}>
            <span className={classes['dot']} style={{ background: toPinColor(markerColor(survey.color)) }} />
            <span dir="auto">{survey.name}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
