/** Translations about receipts; loaded with the first screen that needs them. */
import labels from '../../locales/receipt/en.json';
import { addTranslations } from '../../ui/i18n/i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/receipt/*.json', '!../../locales/receipt/en.json'],
  { import: 'default' },
);
addTranslations(labels, translationFiles);
