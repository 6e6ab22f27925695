/** Language, time zone and country of the area. Choosing a place fills in what is usual there. */
import { type AreaDefaults, readAreaDefaults } from '@waypost/contract/setup-assistant/setup-assistant';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useConfig } from '../../../api/config.ts';
import type { LatLon } from '../../../blocks/map-canvas/map-types.ts';
import { hasTranslation } from '../../../blocks/settings/language-options.ts';
import { toLanguageTag } from '../../../ui/i18n/i18n.ts';

/** What is chosen besides the map. */
export interface AreaChoices {
  language: string;
  timezone: string;
  country: string;
}

/** A language without its region: `en` of `en_US` and `en-GB`. */
export const getBaseLanguage = (language: string): string =>
  (toLanguageTag(language).split('-')[0] ?? '').toLowerCase();

/**
 * The language after a place was chosen: the usual one there if the app is translated into it. A variant of the same language, such
 * as American English, stays.
 */
export function chooseLanguage(current: string, usual: string | null): string {
  if (usual === null || !hasTranslation(usual)) return current;
  return getBaseLanguage(current) === getBaseLanguage(usual) ? current : usual;
}

/** The choices, what is stored, a function that changes some, and one that fills in what is usual at a place. */
export function useAreaChoices() {
  const { i18n } = useTranslation();
  const { site } = useConfig();
  const stored: AreaChoices = {
    language: site.language,
    timezone: site.timezone,
    country: site.country ?? '',
  };
  const [choices, setChoices] = useState(stored);
  const fillIn = useCallback(
    async ({ lat, lon }: LatLon) => {
      const lang = i18n.language.split(/[-_]/)[0] ?? 'en';
      const query = { near: `${lat},${lon}`, lang };
      const usual: AreaDefaults | null = await call(readAreaDefaults, { query }).catch(() => null);
      if (!usual) return;
      setChoices((before) => ({
        timezone: usual.timezone,
        country: usual.country ?? before.country,
        language: chooseLanguage(before.language, usual.language),
      }));
    },
    [i18n.language],
  );
  const change = (part: Partial<AreaChoices>) => setChoices((before) => ({ ...before, ...part }));
  return { choices, stored, change, fillIn };
}
