import { expect, test } from 'vitest';
import en from './locales/en.json' with { type: 'json' };
import { createTranslatorFactory, translatorFor } from './translator.ts';

test('the first language that is spoken here, as the wire or the browser writes it, else English', () => {
  expect(translatorFor('es_MX', 'fr').language).toBe('es');
  expect(translatorFor(null, 'pt-BR').language).toBe('pt');
  expect(translatorFor('de', 'ar')).toMatchObject({ language: 'ar', direction: 'rtl' });
  expect(translatorFor('constructor', '', undefined).language).toBe('en');
});

test('plurals and numbers are the language’s', () => {
  const reports = (language: string, count: number) =>
    translatorFor(language).t('notification.newPosts', { count });
  expect(reports('ru', 21)).toBe('21 новое сообщение');
  expect(reports('ru', 3)).toBe('3 новых сообщения');
  expect(reports('ar', 2)).toBe('بلاغان جديدان');
  expect(reports('ht', 4)).toBe('4 nouvo rapò');
  expect(reports('en', 1200)).toBe('1,200 new reports');
});

test('a key that a language lacks is said in English, and only that one', () => {
  const { t } = createTranslatorFactory({ en, es: { telling: { newIn: 'Nuevo en «{{name}}»:' } } })('es');
  expect(t('notification.newIn', { name: 'Ríos' })).toBe('Nuevo en «Ríos»:');
  expect(t('notification.unsubscribeAll')).toBe('Tell me nothing at this address any more');
  expect(t('notification.newPosts', { count: 2 })).toBe('2 new reports');
});
