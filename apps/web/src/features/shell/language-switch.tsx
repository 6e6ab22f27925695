import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, languages, nameOfLanguage } from '../../ui/i18n.ts';
import { Icon } from '../../ui/icon.tsx';

/** Nothing to choose while there is one language. */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  if (languages.length < 2) return null;
  return (
    <>
      <Menu.Label>{t('language.title')}</Menu.Label>
      {languages.map((tag) => (
        <Menu.Item
          key={tag}
          role="menuitemradio"
          aria-checked={i18n.language === tag}
          lang={tag}
          rightSection={i18n.language === tag && <Icon of={IconCheck} size={18} />}
          onClick={() => void chooseLanguage(tag)}
        >
          {nameOfLanguage(tag)}
        </Menu.Item>
      ))}
    </>
  );
}
