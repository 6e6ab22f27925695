/** A text in which what may identify somebody is marked. keys: personalData.kind.* */
import './personal-data-labels.ts';
import { findPersonalData } from '@waypost/survey-logic/personal-data/find-personal-data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import classes from './personal-data.module.css';

/** Renders the text. Its marks have their kind as a tooltip; the list of `FoundPersonalData` says the same in words. */
export default function MarkedText({ text }: { text: string }) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const country = useConfig().site.country ?? undefined;
  const found = useMemo(() => findPersonalData(text, { country }), [text, country]);
  return (
    <>
      {found.map(({ start, end, kind }, index) => (
        <span key={start}>
          {text.slice(found[index - 1]?.end ?? 0, start)}
          <mark dir="auto" className={classes['mark']} title={t(`personalData.kind.${kind}`)}>
            {text.slice(start, end)}
          </mark>
        </span>
      ))}
      {text.slice(found.at(-1)?.end ?? 0)}
    </>
  );
}
