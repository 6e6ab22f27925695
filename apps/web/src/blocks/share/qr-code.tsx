/** A QR code of a URL, made in the browser. */
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { encodeQR } from 'qr';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/display/icon.tsx';
import classes from './share.module.css';

/** Width of the quiet zone that readers need. */
const quietZoneModules = 4;

/** The dark modules as path data, row by row, and the number of modules per side. */
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
  /** Alternative text: what the code leads to. */
  label: string;
  /** Name of the downloaded file, without extension. */
  fileName: string;
}

/** The URL of the code as an SVG image. */
const useQrUrl = (text: string): string =>
  useMemo(() => {
    const { path, side } = buildQrPath(text);
    // Dark on light in both themes: many cameras cannot read the opposite.
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="1024" height="1024" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`;
    return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  }, [text]);

/** The code as an image alone, for a poster. */
export const QrImage = ({ text, label }: Omit<Props, 'fileName'>) => (
  <img src={useQrUrl(text)} alt={label} width={1024} height={1024} />
);

/** The code as an image, with a download button. */
export function QrCode({ text, label, fileName }: Props) {
  const { t } = useTranslation();
  const file = useQrUrl(text);
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
