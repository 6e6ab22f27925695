/** Adds the translations of the search for places; loaded with it. */
import labels from '../../locales/place-search/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/place-search/*.json', '!../../locales/place-search/en.json'],
  { import: 'default' },
);
addTranslations(labels, translationFiles);
