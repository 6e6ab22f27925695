import { NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listCountryCodes } from '@waypost/contract/settings/country-codes';
import { checkPhoneNumbers } from '@waypost/contract/targeted-surveys/targeted-surveys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { useCall } from '../../../api/use-call.ts';
import { ErrorState } from '../../../ui/feedback/screen-states.tsx';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import { applyNumberCheck, getRecipientNumbers, type RecipientInput } from './recipient-input.ts';
import classes from './targeted.module.css';
import { type StepNavigation, WizardStep } from './wizard-step.tsx';

interface Props extends StepNavigation {
  recipientInput: RecipientInput;
  onChange: (recipientInput: RecipientInput) => void;
}

/** Countries, sorted by their names in the language of the user. */
function useCountries() {
  const { i18n } = useTranslation();
  const query = useQuery({
    ...buildEndpointQuery(listCountryCodes, {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const names = new Intl.DisplayNames([resolveFormatLocale(i18n.language), 'en'], { type: 'region' });
  const countries = (query.data?.results ?? []).map(({ country_code: code, country_name, dial_code }) => ({
    code,
    name: names.of(code) ?? country_name,
    dial_code,
  }));
  return { ...query, countries: countries.sort((a, b) => a.name.localeCompare(b.name, i18n.language)) };
}

/** Step 2: country and phone numbers. Invalid numbers are put back into the text field to be corrected. */
export function RecipientsStep({ recipientInput, onChange, onNext, onBack }: Props) {
  const { t } = useTranslation();
  const { countries, error, refetch } = useCountries();
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const { country, text, validNumbers, invalidCount, duplicateCount, optedOutNumbers } = recipientInput;
  const name = countries.find((entry) => entry.code === country)?.name ?? country;

  /** Checks all numbers together, so that a number corrected to a duplicate is recognized. */
  const check = useCall(checkPhoneNumbers, {
    onSuccess(checked) {
      const after = applyNumberCheck(recipientInput, checked, duplicateCount);
      onChange(after);
      if (after.invalidCount > 0)
        setWarnings([t('targeted.audience.bad', { count: after.invalidCount, country: name })]);
      else if (getRecipientNumbers(after).length === 0) setWarnings([t('targeted.audience.allStopped')]);
      else onNext();
    },
    onError: (failure) => setWarnings(formatErrorMessages(failure)),
    invalidates: [],
  });
  const submit = () => {
    const contacts = [...validNumbers, text].filter((text) => text.trim() !== '').join(',');
    const missingInputs = [
      ...(country === '' ? [t('targeted.warning.country')] : []),
      ...(contacts.replace(/[\s,;]/g, '') === '' ? [t('targeted.warning.numbers')] : []),
    ];
    setWarnings(missingInputs);
    if (missingInputs.length > 0) return;
    check.mutate({ body: { contacts, country_code: country } });
  };
  const isCorrecting = invalidCount > 0;
  return (
    <WizardStep
      title={t('targeted.audience.title')}
      warnings={warnings}
      isBusy={check.isPending}
      onBack={onBack}
      onSubmit={submit}
    >
      {error && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      <NativeSelect
        size="md"
        label={t('targeted.audience.country')}
        required
        value={country}
        onChange={(event) =>
          // Numbers are parsed by the rules of the country; for another country all of them are checked again.
          onChange({
            ...recipientInput,
            country: event.currentTarget.value,
            text: [...validNumbers, text].filter((number) => number !== '').join(', '),
            validNumbers: [],
            invalidCount: 0,
            duplicateCount: 0,
            optedOutNumbers: [],
          })
        }
      >
        <option value="">{t('targeted.audience.choose')}</option>
        {countries.map(({ code, name: label, dial_code }) => (
          <option key={code} value={code}>{`${label} (${dial_code})`}</option>
        ))}
      </NativeSelect>
      <Textarea
        size="md"
        label={t(isCorrecting ? 'targeted.audience.badNumbers' : 'targeted.audience.numbers')}
        description={t(isCorrecting ? 'targeted.audience.badHint' : 'targeted.audience.numbersHint')}
        required={!isCorrecting}
        autosize
        minRows={4}
        maxRows={12}
        spellCheck={false}
        autoComplete="off"
        inputMode="tel"
        dir="ltr"
        value={text}
        error={isCorrecting && warnings.length > 0}
        onChange={(event) => onChange({ ...recipientInput, text: event.currentTarget.value })}
      />
      {(validNumbers.length > 0 || duplicateCount > 0) && (
        <output className={classes['facts']}>
          {validNumbers.length > 0 && (
            <span>{t('targeted.audience.good', { count: validNumbers.length })}</span>
          )}
          {duplicateCount > 0 && <span>{t('targeted.audience.duplicates', { count: duplicateCount })}</span>}
          {optedOutNumbers.length > 0 && (
            <span>{t('targeted.audience.stopped', { count: optedOutNumbers.length })}</span>
          )}
        </output>
      )}
    </WizardStep>
  );
}
