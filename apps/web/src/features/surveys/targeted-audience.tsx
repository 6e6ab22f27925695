/** Step 2: a country and phone numbers. Those that are none of it come back into the box, alone, to be corrected. */
import { NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listCountryCodes } from '@waypost/contract/country-codes';
import { checkNumbers } from '@waypost/contract/targeted-surveys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { formatsOf } from '../../ui/formats-of.ts';
import { ErrorState } from '../../ui/states.tsx';
import classes from './targeted.module.css';
import { type Audience, afterCheck, recipientsOf } from './targeted-numbers.ts';
import { type StepNav, TargetedStep } from './targeted-step.tsx';

interface Props extends StepNav {
  audience: Audience;
  onChange: (audience: Audience) => void;
}

/** Countries by their names in the reader's language. */
function useCountries() {
  const { i18n } = useTranslation();
  const query = useQuery({
    ...read(listCountryCodes, {}, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const names = new Intl.DisplayNames([formatsOf(i18n.language), 'en'], { type: 'region' });
  const countries = (query.data?.results ?? []).map(({ country_code: code, country_name, dial_code }) => ({
    code,
    name: names.of(code) ?? country_name,
    dial_code,
  }));
  return { ...query, countries: countries.sort((a, b) => a.name.localeCompare(b.name, i18n.language)) };
}

export function TargetedAudience({ audience, onChange, onNext, onBack }: Props) {
  const { t } = useTranslation();
  const { countries, error, refetch } = useCountries();
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const { country, text, good, bad, duplicates, stopped } = audience;
  const name = countries.find((it) => it.code === country)?.name ?? country;

  /** Everything at hand is read together, so that a number corrected into another one is found twice. */
  async function check(): Promise<void> {
    const contacts = [...good, text].filter((it) => it.trim() !== '').join(',');
    const missing = [
      ...(country === '' ? [t('targeted.warning.country')] : []),
      ...(contacts.replace(/[\s,;]/g, '') === '' ? [t('targeted.warning.numbers')] : []),
    ];
    setWarnings(missing);
    if (missing.length > 0) return;
    setBusy(true);
    try {
      const checked = await call(
        checkNumbers,
        { body: { contacts, country_code: country } },
        { quiet: true },
      );
      const after = afterCheck(audience, checked, duplicates);
      onChange(after);
      if (after.bad > 0) setWarnings([t('targeted.audience.bad', { count: after.bad, country: name })]);
      else if (recipientsOf(after).length === 0) setWarnings([t('targeted.audience.allStopped')]);
      else onNext();
    } catch (caught) {
      setWarnings(problemTexts(caught));
    }
    setBusy(false);
  }
  const isCorrecting = bad > 0;
  return (
    <TargetedStep
      title={t('targeted.audience.title')}
      warnings={warnings}
      isBusy={isBusy}
      onBack={onBack}
      onSubmit={() => void check()}
    >
      {error && <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />}
      <NativeSelect
        size="md"
        label={t('targeted.audience.country')}
        required
        value={country}
        onChange={(event) =>
          // Numbers are read by the rules of a country: with another one, all of them are read anew.
          onChange({
            ...audience,
            country: event.currentTarget.value,
            text: [...good, text].filter((it) => it !== '').join(', '),
            good: [],
            bad: 0,
            duplicates: 0,
            stopped: [],
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
        onChange={(event) => onChange({ ...audience, text: event.currentTarget.value })}
      />
      {(good.length > 0 || duplicates > 0) && (
        <output className={classes['facts']}>
          {good.length > 0 && <span>{t('targeted.audience.good', { count: good.length })}</span>}
          {duplicates > 0 && <span>{t('targeted.audience.twice', { count: duplicates })}</span>}
          {stopped.length > 0 && <span>{t('targeted.audience.stopped', { count: stopped.length })}</span>}
        </output>
      )}
    </TargetedStep>
  );
}
