import { Menu } from '@mantine/core';
import { IconPhoto, IconTable, IconVectorBezier2 } from '@tabler/icons-react';
import { byteOrderMark, csvLine } from '@waypost/contract/csv-cells';
import { useTranslation } from 'react-i18next';
import { announce } from '../../ui/announcer.tsx';
import { type Picture, pngOf, saveFile, svgOf } from '../../ui/charts/save-chart.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type MenuButton, useOpensAtOnce } from '../../ui/lazy-menu.tsx';
import { notify } from '../../ui/notice.tsx';
import type { Table } from './chart-table.tsx';

interface Props {
  target: MenuButton;
  picture: Picture;
  table: Table;
  /** Of the file, without what it ends in. */
  name: string;
}

const csvOf = ({ head, rows }: Table): string =>
  byteOrderMark + [head, ...rows].map((row) => csvLine(row.map(String))).join('');

/** A chart as a file. */
export default function SaveMenu({ target, picture, table, name }: Props) {
  const { t } = useTranslation();
  const opens = useOpensAtOnce();
  async function save(kind: 'png' | 'svg' | 'csv') {
    const file = `${name}.${kind}`;
    try {
      if (kind === 'png') saveFile(await pngOf(picture), 'image/png', file);
      else if (kind === 'svg') saveFile(svgOf(picture), 'image/svg+xml', file);
      else saveFile(csvOf(table), 'text/csv;charset=utf-8', file);
      announce(t('activity.save.done', { name: file }));
    } catch {
      notify('error', t('activity.save.failed'));
    }
  }
  return (
    <Menu {...opens} position="top-end">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon of={IconPhoto} size={18} />} onClick={() => void save('png')}>
          {t('activity.save.png')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon of={IconVectorBezier2} size={18} />} onClick={() => void save('svg')}>
          {t('activity.save.svg')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon of={IconTable} size={18} />} onClick={() => void save('csv')}>
          {t('activity.save.csv')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
