/** An address as a pattern for a phone's camera, made in the browser: on a poster it needs no network. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { encodeQR } from 'qr';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import classes from './share.module.css';

/** Squares of quiet around the pattern, as readers want them. */
const quietZoneModules = 4;

/** The dark squares as the `d` of a path, a run at a time, and how many squares a side has. */
function buildQrPath(text: string): { path: string; side: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quietZoneModules });
  const path = rows
    .map((row, y) => {
      let runs = '';
      for (let x = 0; x < row.length; x += 1) {
        const from = x;
        while (row[x]) x += 1;
        if (x > from) runs += `M${from} ${y}h${x - from}v1h-${x - from}z`;
      }
      return runs;
    })
    .join('');
  return { path, side: rows.length };
}

interface Props {
  text: string;
  /** What it leads to, for those who do not see it. */
  label: string;
  /** Of the file it can be kept as, without its ending. */
  fileName: string;
}

export function QrCode({ text, label, fileName }: Props) {
  const { t } = useTranslation();
  const file = useMemo(() => {
    const { path, side } = buildQrPath(text);
    // Dark on light in either theme: many cameras do not read the opposite.
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="1024" height="1024" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
    return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
  }, [text]);
  return (
    <div className={classes['qr']}>
      <img src={file} alt={label} width={208} height={208} />
      <Button
        component="a"
        href={file}
        download={`${fileName}.svg`}
        variant="default"
        size="md"
        leftSection={<Icon icon={IconDownload} size={18} />}
      >
        {t('share.download')}
      </Button>
    </div>
  );
}
