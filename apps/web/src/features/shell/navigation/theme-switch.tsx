import { Group, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconPalette, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/display/icon.tsx';
import { MenuSection } from '../../../ui/navigation/menu-section.tsx';

const themes = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const;

/** Light, dark or system theme; stored on the device. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <MenuSection label={t('theme.title')} value={t(`theme.${colorScheme}`)} icon={IconPalette}>
      <Menu.RadioGroup value={colorScheme} onChange={(theme) => setColorScheme(theme as MantineColorScheme)}>
        {themes.map(([theme, icon]) => (
          <Menu.RadioItem key={theme} value={theme}>
            <Group gap="xs">
              <Icon icon={icon} size={18} />
              {t(`theme.${theme}`)}
            </Group>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </MenuSection>
  );
}
