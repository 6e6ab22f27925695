/** Translations of the page about the deployment and of the note for first visits, loaded together with them. */
import words from '../../locales/about/en.json';
import { addTranslations } from './i18n.ts';

const translationFiles = import.meta.glob(['../../locales/about/*.json', '!../../locales/about/en.json'], {
  import: 'default',
});
addTranslations(words, translationFiles);
