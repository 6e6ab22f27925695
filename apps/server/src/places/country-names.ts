/** Names of countries, as the runtime knows them. */
import { foldName } from '@waypost/survey-logic/fold-name';

const languages = ['ar', 'en', 'es', 'fr', 'hi', 'id', 'pt', 'ru', 'sw', 'uk', 'zh'];
const displayNames = languages.map((language) => new Intl.DisplayNames([language], { type: 'region' }));

/** The names of a country in the languages of the client, folded, and its code. @param code ISO 3166-1 alpha-2 */
export const listCountryNames = (code: string): string[] => [
  code.toLowerCase(),
  ...displayNames.map((names) => foldName(names.of(code) ?? code)),
];
