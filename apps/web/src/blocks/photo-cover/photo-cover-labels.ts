/** Adds the translations of covering parts of pictures. */
import labels from '../../locales/photo-cover/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/photo-cover/*.json', '!../../locales/photo-cover/en.json'],
  { import: 'default' },
);
addTranslations(labels, translationFiles);
