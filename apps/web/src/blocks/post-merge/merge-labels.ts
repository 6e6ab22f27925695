/** Translations of merging, loaded together with it. */
import labels from '../../locales/merge/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(['../../locales/merge/*.json', '!../../locales/merge/en.json'], {
  import: 'default',
});
addTranslations(labels, translationFiles);
