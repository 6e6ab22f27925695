/** Adds the translations of rules for reports, and of access to personal data. */
import labels from '../../locales/retention/en.json';
import { addTranslations } from './i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/retention/*.json', '!../../locales/retention/en.json'],
  { import: 'default' },
);
addTranslations(labels, translationFiles);
