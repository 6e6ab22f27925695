import { expect, test } from 'vitest';
import en from './locales/en.json' with { type: 'json' };
import { createTranslatorFactory, translatorFor } from './translator.ts';

test('the first supported language is chosen, written as in API v3 or as by browsers, else English', () => {
  expect(translatorFor('es_MX', 'fr').language).toBe('es');
  expect(translatorFor(null, 'pt-BR').language).toBe('pt');
  expect(translatorFor('de', 'ar')).toMatchObject({ language: 'ar', direction: 'rtl' });
  expect(translatorFor('constructor', '', undefined).language).toBe('en');
});

test('plurals and numbers follow the rules of the language', () => {
  const reports = (language: string, count: number) =>
    translatorFor(language).t('notification.newPosts', { count });
  expect(reports('ru', 21)).toBe('21 новое сообщение');
  expect(reports('ru', 3)).toBe('3 новых сообщения');
  expect(reports('ar', 2)).toBe('بلاغان جديدان');
  expect(reports('ht', 4)).toBe('4 nouvo rapò');
  expect(reports('en', 1200)).toBe('1,200 new reports');
});

test('only a key that is missing in a language falls back to English', () => {
  const { t } = createTranslatorFactory({ en, es: { notification: { newIn: 'Nuevo en «{{name}}»:' } } })(
    'es',
  );
  expect(t('notification.newIn', { name: 'Ríos' })).toBe('Nuevo en «Ríos»:');
  expect(t('notification.unsubscribeAll')).toBe('Unsubscribe from all notifications to this address');
  expect(t('notification.newPosts', { count: 2 })).toBe('2 new reports');
});
