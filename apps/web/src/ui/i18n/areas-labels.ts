/** Adds the translations of the page of areas. */
import labels from '../../locales/areas/en.json';
import { addTranslations } from './i18n.ts';

const translationFiles = import.meta.glob(['../../locales/areas/*.json', '!../../locales/areas/en.json'], {
  import: 'default',
});
addTranslations(labels, translationFiles);
