/** A chart as a file, made in the browser: nothing is asked of the server, so it works without a line. */
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { CHART_PALETTE, getSeriesColor } from './chart-palette.ts';
import { SeriesMark } from './series-mark.tsx';
import { chartFont, fitText, measureTextWidth } from './text-width.ts';
import type { ChartLine, ChartSettings } from './time-chart.tsx';

export interface ChartImage {
  title: string;
  /** Which time, of whom. */
  lead: string;
  /** For a legend; may be none. */
  lines?: readonly Pick<ChartLine, 'key' | 'name' | 'rank'>[];
  language: string;
  isRightToLeft: boolean;
  renderChart: (drawing: ChartSettings) => ReactNode;
}

/** Pixels: of the picture, around it, and between rows of the legend. */
const [width, height, margin, row] = [1200, 675, 36, 26];
/** So many dots of a PNG for each pixel, for print. */
const pngScale = 2;
// On paper, whatever the screen is like.
const palette = CHART_PALETTE.light;

/** Entries in rows, as wide as they are. */
function layoutLegend(lines: NonNullable<ChartImage['lines']>) {
  let [x, y] = [0, 0];
  return lines.map((line) => {
    const name = fitText(line.name, 320, 15);
    const wide = 20 + measureTextWidth(name, 15) + 28;
    if (x > 0 && x + wide > width - 2 * margin) [x, y] = [0, y + row];
    const place = { ...line, name, x, y };
    x += wide;
    return place;
  });
}

function ChartImageSvg({ title, lead, lines, language, isRightToLeft, renderChart }: ChartImage) {
  const legend = layoutLegend(lines && lines.length > 1 ? lines : []);
  const top = margin + 66 + (legend.length > 0 ? (legend.at(-1)?.y ?? 0) + row + 10 : 0);
  const side = isRightToLeft ? width - margin : margin;
  const anchor = isRightToLeft ? 'end' : 'start';
  const plain = { unicodeBidi: 'plaintext' } as const;
  const across = (x: number) => (isRightToLeft ? side - x : side + x);
  const drawing = {
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
      {legend.map(({ key, name, rank: place, x, y }) => (
        <g key={key} transform={`translate(0 ${margin + 78 + y})`}>
          <g transform={`translate(${across(x + 6)} 0)`}>
            <SeriesMark rank={place} color={getSeriesColor(palette, place)} />
          </g>
          <text
            x={across(x + 20)}
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

/** The picture as text of an SVG file. */
export function renderChartSvg(picture: ChartImage): string {
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() => root.render(<ChartImageSvg {...picture} />));
  const drawn = place.firstElementChild;
  const text = drawn ? new XMLSerializer().serializeToString(drawn) : '';
  root.unmount();
  return text;
}

/** The picture as a PNG. @throws when the browser cannot draw it */
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
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(objectUrl);
  }
}

/** Hands a file to the reader. */
export function downloadFile(content: Blob | string, type: string, name: string): void {
  const objectUrl = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = objectUrl;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(objectUrl), 60_000);
}
