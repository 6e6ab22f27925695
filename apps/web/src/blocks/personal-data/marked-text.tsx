/** A text in which what may identify somebody is marked. keys: personalData.kind.* */
import './personal-data-labels.ts';
import { findPersonalData } from '@waypost/survey-logic/personal-data/find-personal-data';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import LinkedParts from '../linked-text/linked-parts.tsx';
import classes from './personal-data.module.css';

interface Props {
  text: string;
  /** Whether web addresses are links, with the marks in them. */
  hasLinks?: boolean;
}

/** Renders the text. Its marks have their kind as a tooltip; the list of `FoundPersonalData` says the same in words. */
export default function MarkedText({ text, hasLinks = false }: Props) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const country = useConfig().site.country ?? undefined;
  const found = useMemo(() => findPersonalData(text, { country }), [text, country]);
  /** What is found in two parts is marked in both. */
  const renderPart = (partStart: number, partEnd: number): ReactNode => {
    const marks = found.flatMap(({ start, end, kind }) =>
      start < partEnd && end > partStart
        ? [{ start: Math.max(start, partStart), end: Math.min(end, partEnd), kind }]
        : [],
    );
    return (
      <>
        {marks.map(({ start, end, kind }, index) => (
          <span key={start}>
            {text.slice(marks[index - 1]?.end ?? partStart, start)}
            <mark dir="auto" className={classes['mark']} title={t(`personalData.kind.${kind}`)}>
              {text.slice(start, end)}
            </mark>
          </span>
        ))}
        {text.slice(marks.at(-1)?.end ?? partStart, partEnd)}
      </>
    );
  };
  return hasLinks ? <LinkedParts text={text} renderPart={renderPart} /> : renderPart(0, text.length);
}
