/** Adds the translations of resetting a password. */
import labels from '../../locales/reset/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(['../../locales/reset/*.json', '!../../locales/reset/en.json'], {
  import: 'default',
});
addTranslations(labels, translationFiles);
