/** Adds the translations of the emergency measures. */
import labels from '../../locales/emergency/en.json';
import { addTranslations } from './i18n.ts';

const translationFiles = import.meta.glob(
  ['../../locales/emergency/*.json', '!../../locales/emergency/en.json'],
  { import: 'default' },
);
addTranslations(labels, translationFiles);
