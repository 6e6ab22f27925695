/** Translations of the settings area. They are loaded with it, so that people who only report do not download them. */
import labels from '../../locales/settings/en.json';
import { addTranslations } from './i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/settings/*.json', '!../../locales/settings/en.json'],
  {
    import: 'default',
  },
);
addTranslations(labels, translationFiles);
