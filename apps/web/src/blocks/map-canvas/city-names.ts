import { useEffect, useState } from 'react';

/** Names of cities in one language, by the `id` of the base map's places. */
export type CityNames = Readonly<Record<string, string>>;

/** Written by the build of the base map (tools/basemap), one file per language; none before that build. */
const cityNameFiles = import.meta.glob<{ default: CityNames }>('./city-names/*.json');
const noCityNames: CityNames = {};

/**
 * Names of cities in a language; empty until the file is loaded, and for English, which the base map already has. Cities
 * that are not in the file keep their local name.
 */
export function useCityNames(language: string): CityNames {
  const [loaded, setLoaded] = useState({ language: '', names: noCityNames });
  const base = language.split('-')[0] ?? language;
  useEffect(() => {
    let isUnmounted = false;
    const load = cityNameFiles[`./city-names/${base}.json`];
    // Without the file the names are those of the base map.
    load?.().then(
      ({ default: names }) => isUnmounted || setLoaded({ language: base, names }),
      () => undefined,
    );
    return () => {
      isUnmounted = true;
    };
  }, [base]);
  return loaded.language === base ? loaded.names : noCityNames;
}
