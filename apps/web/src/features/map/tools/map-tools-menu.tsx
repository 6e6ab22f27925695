import { Menu } from '@mantine/core';
import { IconDots, type TablerIcon } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { MapButton } from '../../../blocks/map-canvas/controls/map-button.tsx';

/** A tool of the map, as an entry of the menu or as a button. */
export interface MapTool {
  label: string;
  icon: TablerIcon;
  onClick: () => void;
}

const SaveAreaItem = lazy(() => import('./save-area-item.tsx'));

/** The menu of tools. */
export function MapToolsMenu({ tools }: { tools: readonly MapTool[] }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <MapButton label={t('map.tools.more')} icon={IconDots} />
      </Menu.Target>
      <Menu.Dropdown>
        {tools.map(({ label, icon: Icon, onClick }) => (
          <Menu.Item key={label} leftSection={<Icon size={20} stroke={1.75} aria-hidden />} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
        <Suspense fallback={null}>
          <SaveAreaItem />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}
