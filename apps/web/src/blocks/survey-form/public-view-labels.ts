/** Adds the translations of the public view. */
import labels from '../../locales/public-view/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/public-view/*.json', '!../../locales/public-view/en.json'],
  { import: 'default' },
);
addTranslations(labels, translationFiles);
