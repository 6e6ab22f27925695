/** What a reporter agrees to before a report is sent: the text of the survey and its choices. Nothing is ticked at first. */
import './consent-labels.ts';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Spoiler.layer.css';
import { Checkbox, Spoiler } from '@mantine/core';
import { pickConsentText, type SurveyConsent } from '@waypost/contract/surveys/survey-consent';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { Markdown } from '../markdown/markdown.tsx';
import classes from './consent.module.css';
import type { ConsentAnswerState } from './consent-answer.ts';
import { ConsentChoices } from './consent-choices.tsx';

interface Props {
  consent: Pick<SurveyConsent, 'text' | 'translations' | 'uses' | 'confirmation'>;
  answer: ConsentAnswerState;
  onChange: (answer: ConsentAnswerState) => void;
  /** How often the form was refused because the confirmation is missing. */
  refusals: number;
}

/** Height in pixels from which a text is folded. */
const maxTextHeight = 200;

/** Renders the text and the choices. */
export default function ConsentFields({ consent, answer, onChange, refusals }: Props) {
  useLoadedTranslations();
  const { t, i18n } = useTranslation();
  const confirmation = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (refusals > 0) confirmation.current?.focus();
  }, [refusals]);
  return (
    <fieldset className={classes['fields']}>
      <legend>{t('consent.form.title')}</legend>
      <Spoiler
        maxHeight={maxTextHeight}
        showLabel={t('consent.form.more')}
        hideLabel={t('consent.form.less')}
      >
        <Markdown text={pickConsentText(consent, i18n.language)} />
      </Spoiler>
      {consent.confirmation && (
        <Checkbox
          ref={confirmation}
          size="md"
          label={t('consent.form.confirm')}
          required
          checked={answer.confirmed}
          error={refusals > 0 && !answer.confirmed && t('consent.form.notConfirmed')}
          onChange={(event) => onChange({ ...answer, confirmed: event.currentTarget.checked })}
        />
      )}
      <ConsentChoices
        speaker="reporter"
        choices={consent.uses}
        agreed={answer.agreed}
        onChange={(agreed) => onChange({ ...answer, agreed })}
      />
    </fieldset>
  );
}
