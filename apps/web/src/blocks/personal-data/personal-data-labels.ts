/** Adds the translations of the check for personal data. */
import labels from '../../locales/personal-data/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/personal-data/*.json', '!../../locales/personal-data/en.json'],
  { import: 'default' },
);
addTranslations(labels, translationFiles);
