import { Menu } from '@mantine/core';
import { IconPhoto, IconTable, IconVectorBezier2 } from '@tabler/icons-react';
import { byteOrderMark, formatCsvLine } from '@waypost/contract/common/csv-cells';
import { useTranslation } from 'react-i18next';
import {
  type ChartImage,
  downloadFile,
  renderChartPng,
  renderChartSvg,
} from '../../ui/charts/export-chart.tsx';
import { type MenuButton, useOpenOnMount } from '../../ui/dialog/lazy-menu.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { announce } from '../../ui/feedback/announcer.tsx';
import { notify } from '../../ui/feedback/toast.tsx';
import type { ChartTableData } from './chart-table.tsx';

interface Props {
  target: MenuButton;
  picture: ChartImage;
  table: ChartTableData;
  /** File name without the extension. */
  name: string;
}

const buildCsv = ({ head, rows }: ChartTableData): string =>
  byteOrderMark + [head, ...rows].map((row) => formatCsvLine(row.map(String))).join('');

/** Menu that saves a chart as an image or as a CSV file. */
export default function SaveMenu({ target, picture, table, name }: Props) {
  const { t } = useTranslation();
  const opens = useOpenOnMount();
  async function saveFile(kind: 'png' | 'svg' | 'csv') {
    const file = `${name}.${kind}`;
    try {
      if (kind === 'png') downloadFile(await renderChartPng(picture), 'image/png', file);
      else if (kind === 'svg') downloadFile(renderChartSvg(picture), 'image/svg+xml', file);
      else downloadFile(buildCsv(table), 'text/csv;charset=utf-8', file);
      announce(t('activity.save.done', { name: file }));
    } catch {
      notify('error', t('activity.save.failed'));
    }
  }
  return (
    <Menu {...opens} position="top-end">
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon icon={IconPhoto} size={18} />} onClick={() => void saveFile('png')}>
          {t('activity.save.png')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon icon={IconVectorBezier2} size={18} />}
          onClick={() => void saveFile('svg')}
        >
          {t('activity.save.svg')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon icon={IconTable} size={18} />} onClick={() => void saveFile('csv')}>
          {t('activity.save.csv')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
