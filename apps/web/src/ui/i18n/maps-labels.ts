/** Adds the translations of the page of maps. */
import labels from '../../locales/maps/en.json';
import { addTranslations } from './i18n.ts';

const translationFiles = import.meta.glob(['../../locales/maps/*.json', '!../../locales/maps/en.json'], {
  import: 'default',
});
addTranslations(labels, translationFiles);
