/** Bars, the largest on top: the geometry, and the drawing of it. Says everything in attributes, like the time chart. */

import { resolveFormatLocale } from '../i18n/format-locale.ts';
import { computeCountScale, formatCountTick } from './chart-scale.ts';
import { chartFont, fitText, measureTextWidth } from './text-width.ts';
import type { ChartSettings } from './time-chart.tsx';

export interface Bar {
  key: string;
  name: string;
  total: number;
  /** All others together. */
  isOthers: boolean;
}

/** Below this a name stands above its bar, since beside it nothing would be left for the bar. */
const narrowWidthPx = 520;
const maxBarThicknessPx = 40;

export function layoutBarChart(
  bars: readonly Bar[],
  { width, height, language, isRightToLeft, fontSize: size = 13 }: ChartSettings,
) {
  const isNarrow = width < narrowWidthPx * (size / 13);
  const counts = computeCountScale(
    Math.max(0, ...bars.map(({ total }) => total)),
    Math.max(2, Math.floor(width / 140)),
  );
  const number = new Intl.NumberFormat(resolveFormatLocale(language));
  const figures =
    Math.max(0, ...bars.map(({ total }) => measureTextWidth(number.format(total), size, 550))) + 10;
  const longest = Math.max(0, ...bars.map(({ name }) => measureTextWidth(name, size))) + 12;
  const aside = isNarrow ? 2 : Math.min(longest, width * 0.36);
  const [top, bottom] = [4, height - size * 2];
  const step = Math.min((bottom - top) / Math.max(1, bars.length), 80);
  const line = isNarrow ? size * 1.35 : 0;
  const thickness = Math.min(maxBarThicknessPx, (step - line) * (isNarrow ? 0.7 : 0.68));
  const room = Math.max(20, width - aside - figures);
  const start = isRightToLeft ? width - aside : aside;
  const x = (count: number) => start + (isRightToLeft ? -1 : 1) * (count / counts.max) * room;
  return {
    counts,
    number,
    size,
    isNarrow,
    aside,
    top,
    bottom,
    step,
    thickness,
    start,
    x,
    /** Where bars end, which is above the axis when there are few. */
    end: Math.min(bottom, top + step * bars.length + 4),
    /** Upper edge of a bar; a name above it ends there. */
    y: (index: number) =>
      top + index * step + (isNarrow ? line + (step - line - thickness) * 0.2 : (step - thickness) / 2),
  };
}

/** @param at index of the bar that is pointed at */
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
  const laid = layoutBarChart(bars, drawing);
  const { counts, number, size, isNarrow, aside, top, end, step, thickness, start, x, y } = laid;
  const toEnd = isRightToLeft ? 'end' : 'start';
  const toStart = isRightToLeft ? 'start' : 'end';
  const away = isRightToLeft ? -1 : 1;
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
          {/* Names stand where it would be. */}
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
            textAnchor={count === 0 && isNarrow ? toEnd : 'middle'}
            fill={palette.muted}
          >
            {formatCountTick(count, counts.max, language)}
          </text>
        </g>
      ))}
      {bars.map(({ key, name, total, isOthers: isRest }, index) => {
        const length = Math.max(total > 0 ? 2 : 0, Math.abs(x(total) - start));
        const room = isNarrow ? width - 4 : aside - 12;
        return (
          <g key={key}>
            <text
              x={isNarrow ? start : start - away * 10}
              y={isNarrow ? y(index) - 5 : y(index) + thickness / 2}
              {...(isNarrow ? {} : { dy: '0.35em' })}
              textAnchor={isNarrow ? toEnd : toStart}
              fill={palette.ink}
              style={{ unicodeBidi: 'plaintext' }}
            >
              {fitText(name, room, size)}
            </text>
            <rect
              x={isRightToLeft ? start - length : start}
              y={y(index)}
              width={length}
              height={thickness}
              rx={Math.min(3, length / 2)}
              fill={isRest ? palette.others : palette.series[0]}
            />
            <text
              x={start + away * (length + 6)}
              y={y(index) + thickness / 2}
              dy="0.35em"
              fontWeight={550}
              textAnchor={toEnd}
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
