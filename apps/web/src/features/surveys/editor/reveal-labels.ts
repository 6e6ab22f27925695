/** Adds the translations of the question before a survey shows more. */
import labels from '../../../locales/reveal/en.json';
import { addTranslations } from '../../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../../locales/reveal/*.json', '!../../../locales/reveal/en.json'],
  { import: 'default' },
);
addTranslations(labels, translationFiles);
