import { Menu } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { saveAccountLanguage } from '../../../api/session.ts';
import { chooseLanguage, getLanguageName, languages } from '../../../ui/i18n/i18n.ts';
import { MenuSection } from '../../../ui/navigation/menu-section.tsx';

/** Language menu. Hidden with only one language, and on the settings page with its own language field (spec 1 §2). */
export function LanguageSwitch() {
  const { t, i18n } = useTranslation();
  const { pathname } = useLocation();
  const choose = (tag: string) => {
    void saveAccountLanguage(tag);
    void chooseLanguage(tag);
  };
  if (languages.length < 2 || pathname === '/settings/general') return null;
  return (
    <MenuSection
      label={t('language.title')}
      value={<span lang={i18n.language}>{getLanguageName(i18n.language)}</span>}
      icon={IconLanguage}
    >
      <Menu.RadioGroup value={i18n.language} onChange={choose}>
        {languages.map((tag) => (
          <Menu.RadioItem key={tag} value={tag} lang={tag} closeMenuOnClick>
            {getLanguageName(tag)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </MenuSection>
  );
}
