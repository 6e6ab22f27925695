/** What a survey asks its reporters to agree to: text, translations and choices. keys: consent.use.* */
import '../../../blocks/consent/consent-labels.ts';
import '@mantine/core/styles/Switch.layer.css';
import { Button, NativeSelect, Switch, Textarea } from '@mantine/core';
import { limits } from '@waypost/contract/common/limits';
import { consentUses } from '@waypost/contract/surveys/survey-consent';
import type { SurveyConsentInput } from '@waypost/contract/surveys/survey-consent-input';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsentChoices } from '../../../blocks/consent/consent-choices.tsx';
import { formatLanguageName, languages, useLoadedTranslations } from '../../../ui/i18n/i18n.ts';
import { loadDefaultConsentTexts } from './default-consent-texts.ts';
import classes from './survey-editor.module.css';

interface Props {
  consent: SurveyConsentInput | null;
  onChange: (consent: SurveyConsentInput | null) => void;
}

/** Renders the switch, and what is asked when it is on. */
export default function ConsentEditor({ consent, onChange }: Props) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const start = (): SurveyConsentInput => ({
    text: t('consent.editor.defaultText'),
    translations: {},
    uses: [...consentUses],
    confirmation: false,
    unanswered_is_no: true,
  });
  return (
    <>
      <Switch
        size="md"
        label={t('consent.editor.label')}
        description={t('consent.editor.hint')}
        checked={consent !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? start() : null)}
      />
      {consent && (
        <fieldset className={classes['choices']}>
          <legend>{t('consent.panel.title')}</legend>
          <ConsentTexts consent={consent} onChange={onChange} />
          <p className={classes['about']}>{t('consent.editor.uses')}</p>
          <ConsentChoices
            speaker="team"
            choices={consentUses}
            agreed={consent.uses}
            onChange={(uses) => onChange({ ...consent, uses })}
          />
          <Switch
            size="md"
            label={t('consent.editor.confirmation')}
            checked={consent.confirmation}
            onChange={(event) => onChange({ ...consent, confirmation: event.currentTarget.checked })}
          />
          <Switch
            size="md"
            label={t('consent.editor.unanswered')}
            description={t('consent.editor.unansweredHint')}
            checked={consent.unanswered_is_no}
            onChange={(event) => onChange({ ...consent, unanswered_is_no: event.currentTarget.checked })}
          />
        </fieldset>
      )}
    </>
  );
}

function ConsentTexts({
  consent,
  onChange,
}: {
  consent: SurveyConsentInput;
  onChange: (consent: SurveyConsentInput) => void;
}) {
  const { t, i18n } = useTranslation();
  const { text, translations } = consent;
  const [defaults, setDefaults] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    void loadDefaultConsentTexts().then(setDefaults);
  }, []);
  // Another text is translated by the administrator. The proposed one has translations.
  const isDefault = Object.values(defaults).includes(text);
  const missing = isDefault
    ? Object.entries(defaults).filter(
        ([language, translation]) => translation !== text && !(language in translations),
      )
    : [];
  const nameOf = (language: string) => formatLanguageName(language, i18n.language);
  const errorOf = (value: string, label: string) => value.trim() === '' && t('fault.required', { label });
  const remaining = languages.filter((language) => !(language in translations));
  const field = {
    size: 'md',
    autosize: true,
    minRows: 3,
    maxRows: 12,
    dir: 'auto',
    maxLength: limits.consentText,
  } as const;
  return (
    <>
      <Textarea
        {...field}
        label={t('consent.editor.text')}
        description={t('consent.editor.textHint')}
        required
        value={text}
        error={errorOf(text, t('consent.editor.text'))}
        onChange={(event) => onChange({ ...consent, text: event.currentTarget.value })}
      />
      {Object.entries(translations).map(([language, translation]) => {
        const label = t('consent.editor.translation', { language: nameOf(language) });
        return (
          <div key={language}>
            <Textarea
              {...field}
              label={label}
              lang={language}
              required
              value={translation}
              error={errorOf(translation, label)}
              onChange={(event) =>
                onChange({
                  ...consent,
                  translations: { ...translations, [language]: event.currentTarget.value },
                })
              }
            />
            <Button
              variant="subtle"
              size="sm"
              onClick={() => {
                const { [language]: _, ...others } = translations;
                onChange({ ...consent, translations: others });
              }}
            >
              {t('consent.editor.removeTranslation', { language: nameOf(language) })}
            </Button>
          </div>
        );
      })}
      <NativeSelect
        size="md"
        label={t('consent.editor.addTranslation')}
        data={[
          { value: '', label: t('consent.editor.chooseLanguage') },
          ...remaining.map((language) => ({ value: language, label: nameOf(language) })),
        ]}
        value=""
        onChange={(event) =>
          event.currentTarget.value &&
          onChange({
            ...consent,
            translations: {
              ...translations,
              [event.currentTarget.value]: (isDefault && defaults[event.currentTarget.value]) || text,
            },
          })
        }
      />
      {missing.length > 0 && (
        <Button
          variant="default"
          size="md"
          onClick={() =>
            onChange({ ...consent, translations: { ...translations, ...Object.fromEntries(missing) } })
          }
        >
          {t('consent.editor.addAllLanguages')}
        </Button>
      )}
    </>
  );
}
