import { useEffect, useState } from 'react';

/** Names of cities in one language, by the `id` that the base map's places have. */
export type CityNames = Readonly<Record<string, string>>;

/** Written by the build of the base map (tools/basemap), a file for each language; none while that has not run. */
const files = import.meta.glob<{ default: CityNames }>('./city-names/*.json');
const none: CityNames = {};

/**
 * What cities are called in a language; empty until its file is here, and for English, in which the map's own names are.
 * Cities that the file does not name keep their local name.
 */
export function useCityNames(language: string): CityNames {
  const [known, setKnown] = useState({ language: '', names: none });
  const base = language.split('-')[0] ?? language;
  useEffect(() => {
    let gone = false;
    const load = files[`./city-names/${base}.json`];
    // Without them, names are as the map has them.
    load?.().then(
      ({ default: names }) => gone || setKnown({ language: base, names }),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [base]);
  return known.language === base ? known.names : none;
}
