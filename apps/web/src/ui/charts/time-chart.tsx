/** A line chart over time: layout and SVG. Styled by attributes only, so that it can be saved as a picture. */
import { type ChartPalette, getSeriesColor } from './chart-palette.ts';
import { computeCountScale, computeTimeTicks, formatCountTick, formatTimeTick } from './chart-scale.ts';
import { SeriesMark } from './series-mark.tsx';
import { chartFont, measureTextWidth } from './text-width.ts';

/** One line of a time chart. */
export interface ChartLine {
  key: string;
  name: string;
  /** From 0, the largest; null for all others together. */
  rank: number | null;
  /** One value for each time span. */
  values: readonly number[];
}

/** The data of a time chart. */
export interface TimeChartData {
  /** Start of each time span, in milliseconds, ascending. */
  spanStarts: readonly number[];
  lines: readonly ChartLine[];
  /** Whether the last time span has not ended: its counts still grow, and its part of the lines is dashed. */
  isLastSpanRunning: boolean;
}

/** How to draw a chart, on the screen or in a file. */
export interface ChartSettings {
  width: number;
  height: number;
  palette: ChartPalette;
  language: string;
  isRightToLeft: boolean;
  /** Font size of the labels, in pixels. */
  fontSize?: number;
}

const defaultFontSize = 12;

interface AxisLabel {
  at: number;
  text: string;
  halfWidth: number;
  x: number;
}

/** Leaves out labels that would overlap the previous one. The first label, which has the year, is always shown. */
function dropOverlappingLabels(labels: readonly AxisLabel[], space: number): AxisLabel[] {
  const visible: AxisLabel[] = [];
  for (const label of labels) {
    const previous = visible.at(-1);
    if (!previous || Math.abs(label.x - previous.x) >= label.halfWidth + previous.halfWidth + space)
      visible.push(label);
  }
  return visible;
}

/** Computes positions and sizes, in pixels from the top left corner. */
export function layoutTimeChart(
  { spanStarts, lines }: Omit<TimeChartData, 'isLastSpanRunning'>,
  drawing: ChartSettings,
) {
  const { width, height, language, isRightToLeft, fontSize = defaultFontSize } = drawing;
  const maxCount = Math.max(0, ...lines.map(({ values }) => Math.max(0, ...values)));
  const counts = computeCountScale(maxCount, Math.max(2, Math.floor(height / 70)));
  const aside =
    Math.max(
      ...counts.ticks.map((it) => measureTextWidth(formatCountTick(it, counts.max, language), fontSize)),
    ) + 10;
  const [top, bottom, end] = [fontSize, height - fontSize * 2.2, 14];
  const room = Math.max(10, width - aside - end);
  const [from = 0, to = 0] = [spanStarts[0], spanStarts.at(-1)];
  const along = (at: number) => (to === from ? room / 2 : ((at - from) / (to - from)) * room);
  const x = (at: number) => (isRightToLeft ? width - aside - along(at) : aside + along(at));
  const y = (count: number) => bottom - (count / counts.max) * (bottom - top);
  const { marks, gap } = computeTimeTicks(from, to, Math.max(2, Math.floor(room / (fontSize * 6.5))));
  const times = marks.map((mark) => {
    const text = formatTimeTick(mark, gap, language);
    // Centred on the tick, but within the chart.
    const halfWidth = measureTextWidth(text, fontSize) / 2;
    return {
      at: mark.timeMs,
      text,
      halfWidth,
      x: Math.min(Math.max(x(mark.timeMs), halfWidth + 2), width - halfWidth - 2),
    };
  });
  return {
    counts,
    times: dropOverlappingLabels(times, fontSize / 2),
    x,
    y,
    top,
    bottom,
    start: isRightToLeft ? width - aside : aside,
    room,
    size: fontSize,
  };
}

const roundCoordinate = (coordinate: number) => Math.round(coordinate * 10) / 10;

/** Renders the chart. @param at index of the time span that is pointed at */
export function TimeChart({
  data,
  drawing,
  at = null,
}: {
  data: TimeChartData;
  drawing: ChartSettings;
  at?: number | null;
}) {
  const { palette, language, isRightToLeft } = drawing;
  const { counts, times, x, y, top, bottom, start, room, size } = layoutTimeChart(data, drawing);
  const far = isRightToLeft ? start - room : start + room;
  const [only] = data.lines.length === 1 ? data.lines : [];
  const points = (values: readonly number[]) =>
    values.map(
      (value, index) => `${roundCoordinate(x(data.spanStarts[index] ?? 0))} ${roundCoordinate(y(value))}`,
    );
  const pointedTime = at === null ? undefined : data.spanStarts[at];
  return (
    <g fontFamily={chartFont} fontSize={size}>
      {counts.ticks.map((count) => (
        <g key={count}>
          <path
            d={`M${start} ${roundCoordinate(y(count))}H${far}`}
            stroke={count === 0 ? palette.axis : palette.grid}
            strokeWidth={1}
          />
          <text
            x={isRightToLeft ? start + 8 : start - 8}
            y={y(count)}
            dy="0.35em"
            textAnchor={isRightToLeft ? 'start' : 'end'}
            fill={palette.muted}
          >
            {formatCountTick(count, counts.max, language)}
          </text>
        </g>
      ))}
      {times.map((label) => (
        <g key={label.at}>
          <path d={`M${roundCoordinate(x(label.at))} ${bottom}v5`} stroke={palette.axis} strokeWidth={1} />
          <text x={roundCoordinate(label.x)} y={bottom + size * 1.6} textAnchor="middle" fill={palette.muted}>
            {label.text}
          </text>
        </g>
      ))}
      {only && data.spanStarts.length > 1 && (
        <path
          d={`M${points(only.values).join('L')}L${roundCoordinate(x(data.spanStarts.at(-1) ?? 0))} ${bottom}L${roundCoordinate(x(data.spanStarts[0] ?? 0))} ${bottom}Z`}
          fill={getSeriesColor(palette, only.rank)}
          fillOpacity={0.12}
        />
      )}
      {pointedTime !== undefined && (
        <path
          d={`M${roundCoordinate(x(pointedTime))} ${top}V${bottom}`}
          stroke={palette.axis}
          strokeWidth={1}
          strokeDasharray="3 3"
        />
      )}
      {/* The largest line is drawn last, on top of the others. */}
      {data.lines.toReversed().map(({ key, rank, values }) => {
        const color = getSeriesColor(palette, rank);
        const markedIndex = at ?? values.length - 1;
        const allPoints = points(values);
        const isDashedAtEnd = data.isLastSpanRunning && allPoints.length > 1;
        const stroke = {
          fill: 'none',
          stroke: color,
          strokeWidth: rank === null ? 1.5 : 2,
          strokeLinejoin: 'round',
          strokeLinecap: 'round',
        } as const;
        return (
          <g key={key}>
            <path
              d={`M${allPoints.slice(0, isDashedAtEnd ? -1 : undefined).join('L')}`}
              {...stroke}
              {...(rank === null ? { strokeDasharray: '5 4' } : {})}
            />
            {isDashedAtEnd && (
              <path d={`M${allPoints.slice(-2).join('L')}`} {...stroke} strokeDasharray="1 5" data-running />
            )}
            <g
              transform={`translate(${roundCoordinate(x(data.spanStarts[markedIndex] ?? 0))} ${roundCoordinate(y(values[markedIndex] ?? 0))})`}
            >
              <circle r={6.5} fill={palette.surface} />
              <SeriesMark rank={rank} color={color} />
            </g>
          </g>
        );
      })}
    </g>
  );
}
