import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';

const themes = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const satisfies readonly (readonly [MantineColorScheme, unknown])[];

/** Light, dark, or as the system has it; kept on the device. */
export function ThemeSwitch() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{t('theme.title')}</Menu.Label>
      {themes.map(([theme, icon]) => (
        <Menu.Item
          key={theme}
          role="menuitemradio"
          aria-checked={colorScheme === theme}
          closeMenuOnClick={false}
          leftSection={<Icon of={icon} size={18} />}
          rightSection={colorScheme === theme && <Icon of={IconCheck} size={18} />}
          onClick={() => setColorScheme(theme)}
        >
          {t(`theme.${theme}`)}
        </Menu.Item>
      ))}
    </>
  );
}
