/** What may identify somebody in texts that visitors will see. keys: personalData.kind.* */
import './personal-data-labels.ts';
import { Button } from '@mantine/core';
import { IconUserExclamation } from '@tabler/icons-react';
import { findPersonalData, redact } from '@waypost/survey-logic/personal-data/find-personal-data';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../api/config.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import classes from './personal-data.module.css';

/** A text, and what happens when a part of it is removed. */
export interface CheckedText {
  text: string;
  /** Gets the text without the removed part. Undefined where the text cannot be changed. */
  onChange?: ((text: string) => void) | undefined;
}

interface Props {
  texts: readonly CheckedText[];
  /** For the team before it publishes, instead of the author. */
  isForTeam?: boolean;
}

/** Findings in one list; a long one is cut. */
const maxShown = 8;

/** Lists what is found, each with a button that removes it; nothing if nothing is found. */
export default function FoundPersonalData({ texts, isForTeam = false }: Props) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const { site } = useConfig();
  const country = site.country ?? undefined;
  const findings = useMemo(
    () =>
      texts.flatMap(({ text, onChange }) =>
        findPersonalData(text, { country }).map((part) => ({ text, onChange, part })),
      ),
    [texts, country],
  );
  return (
    <output className={classes['hint']} hidden={findings.length === 0}>
      {findings.length > 0 && (
        <>
          <span className={classes['lead']}>
            <Icon icon={IconUserExclamation} size={18} />
            {t(isForTeam ? 'personalData.team' : 'personalData.found')}
          </span>
          <ul>
            {findings.slice(0, maxShown).map(({ text, onChange, part }) => {
              const found = text.slice(part.start, part.end);
              return (
                <li key={`${part.start} ${found}`}>
                  <span>
                    {t(`personalData.kind.${part.kind}`)}: <bdi className={classes['found']}>{found}</bdi>
                  </span>
                  {onChange && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t('personalData.removeNamed', { text: found })}
                      onClick={() => onChange(redact(text, [part]))}
                    >
                      {t('personalData.remove')}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </output>
  );
}
