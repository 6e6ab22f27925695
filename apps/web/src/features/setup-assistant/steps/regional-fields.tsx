/** The fields for language, time zone and country. */
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listCountryCodes } from '@waypost/contract/settings/country-codes';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import { getCountryNames } from '../../../blocks/map-canvas/style/country-names.ts';
import { getLanguageOptions } from '../../../blocks/settings/language-options.ts';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';
import { getLanguageName } from '../../../ui/i18n/i18n.ts';
import classes from '../setup-page.module.css';
import { type AreaChoices, getBaseLanguage } from './use-area-choices.ts';

interface Props {
  choices: AreaChoices;
  onChange: (part: Partial<AreaChoices>) => void;
}

/** Countries with their calling codes, in the order of the reader's language. */
function useCountryOptions() {
  const { i18n } = useTranslation();
  const { data } = useQuery(buildEndpointQuery(listCountryCodes, { query: {} }));
  const names = getCountryNames(i18n.language);
  const { compare } = new Intl.Collator(resolveFormatLocale(i18n.language));
  return (data?.results ?? [])
    .map(({ country_code: value, country_name, dial_code }) => ({
      value,
      label: `${names[value] ?? country_name} (\u2066${dial_code}\u2069)`,
    }))
    .toSorted((a, b) => compare(a.label, b.label));
}

/** The fields. */
export function RegionalFields({ choices, onChange }: Props) {
  const { t, i18n } = useTranslation();
  const countries = useCountryOptions();
  return (
    <div className={classes['fields']}>
      <NativeSelect
        size="md"
        label={t('general.language')}
        description={
          getBaseLanguage(choices.language) !== getBaseLanguage(i18n.language) &&
          t('setup.step.area.yourLanguage', { language: getLanguageName(i18n.language) })
        }
        value={choices.language}
        onChange={(event) => onChange({ language: event.currentTarget.value })}
        data={getLanguageOptions(choices.language)}
      />
      <NativeSelect
        size="md"
        label={t('setup.step.area.timezone')}
        value={choices.timezone}
        onChange={(event) => onChange({ timezone: event.currentTarget.value })}
        data={[...new Set(['UTC', choices.timezone, ...Intl.supportedValuesOf('timeZone')])]}
      />
      <NativeSelect
        size="md"
        label={t('setup.step.area.country')}
        value={choices.country}
        onChange={(event) => onChange({ country: event.currentTarget.value })}
        data={[{ value: '', label: t('setup.step.area.noCountry') }, ...countries]}
      />
    </div>
  );
}
