/** Adds the translations of the location picker; loaded with it. */
import labels from '../../locales/location-picker/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/location-picker/*.json', '!../../locales/location-picker/en.json'],
  { import: 'default' },
);
addTranslations(labels, translationFiles);
