/** Adds the translations of streets and places of map archives; loaded where there are such archives. */
import labels from '../../locales/map-names/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/map-names/*.json', '!../../locales/map-names/en.json'],
  { import: 'default' },
);
addTranslations(labels, translationFiles);
