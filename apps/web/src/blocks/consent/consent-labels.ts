/** Translations about consent; loaded with the first screen that needs them. */
import labels from '../../locales/consent/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/consent/*.json', '!../../locales/consent/en.json'],
  { import: 'default' },
);
addTranslations(labels, translationFiles);
