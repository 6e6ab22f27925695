/** A bar chart, the largest bar on top: layout and SVG. Styled by attributes only, so that it can be saved as a picture. */

import { resolveFormatLocale } from '../i18n/format-locale.ts';
import { computeCountScale, formatCountTick } from './chart-scale.ts';
import { chartFont, fitText, measureTextWidth } from './text-width.ts';
import type { ChartSettings } from './time-chart.tsx';

/** One bar. */
export interface Bar {
  key: string;
  name: string;
  total: number;
  /** Whether the bar sums up all other groups. */
  isOthers: boolean;
}

/** In a narrower chart the names stand above the bars: beside them nothing would be left for the bar. */
const narrowWidthPx = 520;
const maxBarThicknessPx = 40;

/** Computes positions and sizes, in pixels from the top left corner. */
export function layoutBarChart(
  bars: readonly Bar[],
  { width, height, language, isRightToLeft, fontSize = 13 }: ChartSettings,
) {
  const isNarrow = width < narrowWidthPx * (fontSize / 13);
  const counts = computeCountScale(
    Math.max(0, ...bars.map(({ total }) => total)),
    Math.max(2, Math.floor(width / 140)),
  );
  const number = new Intl.NumberFormat(resolveFormatLocale(language));
  const totalsWidth =
    Math.max(0, ...bars.map(({ total }) => measureTextWidth(number.format(total), fontSize, 550))) + 10;
  const namesWidth = Math.max(0, ...bars.map(({ name }) => measureTextWidth(name, fontSize))) + 12;
  const aside = isNarrow ? 2 : Math.min(namesWidth, width * 0.36);
  const [top, bottom] = [4, height - fontSize * 2];
  const step = Math.min((bottom - top) / Math.max(1, bars.length), 80);
  const nameHeight = isNarrow ? fontSize * 1.35 : 0;
  const thickness = Math.min(maxBarThicknessPx, (step - nameHeight) * (isNarrow ? 0.7 : 0.68));
  const maxLength = Math.max(20, width - aside - totalsWidth);
  const start = isRightToLeft ? width - aside : aside;
  const x = (count: number) => start + (isRightToLeft ? -1 : 1) * (count / counts.max) * maxLength;
  return {
    counts,
    number,
    size: fontSize,
    isNarrow,
    aside,
    top,
    bottom,
    step,
    thickness,
    start,
    x,
    /** Lower end of the bars, above the axis when there are few of them. */
    end: Math.min(bottom, top + step * bars.length + 4),
    /** Upper edge of a bar; in a narrow chart its name ends there. */
    y: (index: number) =>
      top +
      index * step +
      (isNarrow ? nameHeight + (step - nameHeight - thickness) * 0.2 : (step - thickness) / 2),
  };
}

/** Renders the chart. @param at index of the bar that is pointed at */
export function BarChart({
  bars,
  drawing,
  at = null,
}: {
  bars: readonly Bar[];
  drawing: ChartSettings;
  at?: number | null;
}) {
  const { palette, language, isRightToLeft, width } = drawing;
  const layout = layoutBarChart(bars, drawing);
  const { counts, number, size, isNarrow, aside, top, end, step, thickness, start, x, y } = layout;
  const startAnchor = isRightToLeft ? 'end' : 'start';
  const endAnchor = isRightToLeft ? 'start' : 'end';
  const direction = isRightToLeft ? -1 : 1;
  return (
    <g fontFamily={chartFont} fontSize={size}>
      {at !== null && (
        <rect
          x={0}
          y={top + at * step}
          width={width}
          height={step}
          rx={4}
          fill={palette.grid}
          fillOpacity={0.5}
        />
      )}
      {counts.ticks.map((count) => (
        <g key={count}>
          {/* In a narrow chart the names stand where the axis would be. */}
          {!(isNarrow && count === 0) && (
            <path
              d={`M${x(count)} ${top}V${end}`}
              stroke={count === 0 ? palette.axis : palette.grid}
              strokeWidth={1}
            />
          )}
          <text
            x={x(count)}
            y={end + size * 1.3}
            fontSize={size - 1}
            textAnchor={count === 0 && isNarrow ? startAnchor : 'middle'}
            fill={palette.muted}
          >
            {formatCountTick(count, counts.max, language)}
          </text>
        </g>
      ))}
      {bars.map(({ key, name, total, isOthers }, index) => {
        const length = Math.max(total > 0 ? 2 : 0, Math.abs(x(total) - start));
        const maxNameWidth = isNarrow ? width - 4 : aside - 12;
        return (
          <g key={key}>
            <text
              x={isNarrow ? start : start - direction * 10}
              y={isNarrow ? y(index) - 5 : y(index) + thickness / 2}
              {...(isNarrow ? {} : { dy: '0.35em' })}
              textAnchor={isNarrow ? startAnchor : endAnchor}
              fill={palette.ink}
              style={{ unicodeBidi: 'plaintext' }}
            >
              {fitText(name, maxNameWidth, size)}
            </text>
            <rect
              x={isRightToLeft ? start - length : start}
              y={y(index)}
              width={length}
              height={thickness}
              rx={Math.min(3, length / 2)}
              fill={isOthers ? palette.others : palette.series[0]}
            />
            <text
              x={start + direction * (length + 6)}
              y={y(index) + thickness / 2}
              dy="0.35em"
              fontWeight={550}
              textAnchor={startAnchor}
              fill={palette.ink}
              stroke={palette.surface}
              strokeWidth={3}
              paintOrder="stroke"
            >
              {number.format(total)}
            </text>
          </g>
        );
      })}
    </g>
  );
}
