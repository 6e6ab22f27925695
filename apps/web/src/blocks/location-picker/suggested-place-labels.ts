/** Translations of suggested places; loaded with them, so that people who only report do not download them. */
import labels from '../../locales/places/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(['../../locales/places/*.json', '!../../locales/places/en.json'], {
  import: 'default',
});
addTranslations(labels, translationFiles);
