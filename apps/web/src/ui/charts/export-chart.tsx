/** Exports a chart as a file. It is made in the browser, so it works offline. */
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { CHART_PALETTE, getSeriesColor } from './chart-palette.ts';
import { SeriesMark } from './series-mark.tsx';
import { chartFont, fitText, measureTextWidth } from './text-width.ts';
import type { ChartLine, ChartSettings } from './time-chart.tsx';

/** What to export. */
export interface ChartImage {
  title: string;
  /** Subtitle: the period and what was counted. */
  lead: string;
  /** For the legend; optional. */
  lines?: readonly Pick<ChartLine, 'key' | 'name' | 'rank'>[];
  language: string;
  isRightToLeft: boolean;
  renderChart: (drawing: ChartSettings) => ReactNode;
}

/** Pixels: size of the picture, its margin, and the height of a legend row. */
const [width, height, margin, row] = [1200, 675, 36, 26];
/** Pixels of the PNG per pixel of the picture, for print. */
const pngScale = 2;
// Always light, for print.
const palette = CHART_PALETTE.light;

/** Places the entries in rows. */
function layoutLegend(lines: NonNullable<ChartImage['lines']>) {
  let [x, y] = [0, 0];
  return lines.map((line) => {
    const name = fitText(line.name, 320, 15);
    const entryWidth = 20 + measureTextWidth(name, 15) + 28;
    if (x > 0 && x + entryWidth > width - 2 * margin) [x, y] = [0, y + row];
    const entry = { ...line, name, x, y };
    x += entryWidth;
    return entry;
  });
}

function ChartImageSvg({ title, lead, lines, language, isRightToLeft, renderChart }: ChartImage) {
  const legend = layoutLegend(lines && lines.length > 1 ? lines : []);
  const top = margin + 66 + (legend.length > 0 ? (legend.at(-1)?.y ?? 0) + row + 10 : 0);
  const side = isRightToLeft ? width - margin : margin;
  const anchor = isRightToLeft ? 'end' : 'start';
  const plain = { unicodeBidi: 'plaintext' } as const;
  const mirrorX = (x: number) => (isRightToLeft ? side - x : side + x);
  const drawing: ChartSettings = {
    width: width - 2 * margin,
    height: height - top - margin,
    palette,
    language,
    isRightToLeft,
    fontSize: 15,
  };
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      direction="ltr"
      fontFamily={chartFont}
    >
      <title>{`${title}. ${lead}`}</title>
      <rect width={width} height={height} fill={palette.surface} />
      <text
        x={side}
        y={margin + 22}
        fontSize={24}
        fontWeight={700}
        textAnchor={anchor}
        fill={palette.ink}
        style={plain}
      >
        {fitText(title, width - 2 * margin, 24, 700)}
      </text>
      <text x={side} y={margin + 48} fontSize={15} textAnchor={anchor} fill={palette.muted} style={plain}>
        {fitText(lead, width - 2 * margin, 15)}
      </text>
      {legend.map(({ key, name, rank, x, y }) => (
        <g key={key} transform={`translate(0 ${margin + 78 + y})`}>
          <g transform={`translate(${mirrorX(x + 6)} 0)`}>
            <SeriesMark rank={rank} color={getSeriesColor(palette, rank)} />
          </g>
          <text
            x={mirrorX(x + 20)}
            dy="0.35em"
            fontSize={15}
            textAnchor={anchor}
            fill={palette.ink}
            style={plain}
          >
            {name}
          </text>
        </g>
      ))}
      <g transform={`translate(${margin} ${top})`}>{renderChart(drawing)}</g>
    </svg>
  );
}

/** Renders the chart as the text of an SVG file. */
export function renderChartSvg(picture: ChartImage): string {
  const container = document.createElement('div');
  const root = createRoot(container);
  flushSync(() => root.render(<ChartImageSvg {...picture} />));
  const svg = container.firstElementChild;
  const text = svg ? new XMLSerializer().serializeToString(svg) : '';
  root.unmount();
  return text;
}

/** Renders the chart as a PNG. @throws when the browser cannot draw it */
export async function renderChartPng(picture: ChartImage): Promise<Blob> {
  const objectUrl = URL.createObjectURL(new Blob([renderChartSvg(picture)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = objectUrl;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width * pngScale, height * pngScale];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('canvas.toBlob failed'))),
        'image/png',
      ),
    );
  } finally {
    URL.revokeObjectURL(objectUrl);
  }
}

/** Saves a file through the browser's download. */
export function downloadFile(content: Blob | string, type: string, name: string): void {
  const objectUrl = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = objectUrl;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(objectUrl), 60_000);
}
