import { useEffect, useState } from 'react';

/** Names of cities in one language, by the `id` that the base map's places have. */
export type CityNames = Readonly<Record<string, string>>;

/** Written by the build of the base map (tools/basemap), a file for each language; none while that has not run. */
const cityNameFiles = import.meta.glob<{ default: CityNames }>('./city-names/*.json');
const noCityNames: CityNames = {};

/**
 * What cities are called in a language; empty until its file is here, and for English, in which the map's own names are.
 * Cities that the file does not name keep their local name.
 */
export function useCityNames(language: string): CityNames {
  const [loaded, setLoaded] = useState({ language: '', names: noCityNames });
  const base = language.split('-')[0] ?? language;
  useEffect(() => {
    let isUnmounted = false;
    const load = cityNameFiles[`./city-names/${base}.json`];
    // Without them, names are as the map has them.
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
