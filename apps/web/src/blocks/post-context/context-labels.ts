/** Translations of the context of reports, loaded together with it. */
import labels from '../../locales/context/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/context/*.json', '!../../locales/context/en.json'],
  { import: 'default' },
);
addTranslations(labels, translationFiles);
