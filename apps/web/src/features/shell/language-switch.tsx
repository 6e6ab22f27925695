import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, languages, nameOfLanguage } from '../../ui/i18n.ts';

/** Nothing to choose while there is one language. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  if (languages.length < 2) return null;
  return (
    <>
      <Menu.Label>{t('language.title')}</Menu.Label>
      <Menu.RadioGroup value={i18n.language} onChange={(tag) => void chooseLanguage(tag)}>
        {languages.map((tag) => (
          <Menu.RadioItem key={tag} value={tag} lang={tag}>
            {nameOfLanguage(tag)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
