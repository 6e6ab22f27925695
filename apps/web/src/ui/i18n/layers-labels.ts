/** Adds the translations of the page of layers. */
import labels from '../../locales/layers/en.json';
import { addTranslations } from './i18n.ts';

const translationFiles = import.meta.glob(['../../locales/layers/*.json', '!../../locales/layers/en.json'], {
  import: 'default',
});
addTranslations(labels, translationFiles);
