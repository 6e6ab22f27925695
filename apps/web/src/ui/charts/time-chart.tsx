/** Lines over time: the geometry, and the drawing of it. Says everything in attributes, so that it may leave as a picture. */
import { type ChartPalette, getSeriesColor } from './chart-palette.ts';
import { computeCountScale, computeTimeTicks, formatCountTick, formatTimeTick } from './chart-scale.ts';
import { SeriesMark } from './series-mark.tsx';
import { chartFont, measureTextWidth } from './text-width.ts';

export interface ChartLine {
  key: string;
  name: string;
  /** From 0, the largest; null is all others together. */
  rank: number | null;
  /** One for each span of time. */
  values: readonly number[];
}

export interface TimeChartData {
  /** When each span begins, in milliseconds, ascending. */
  spanStarts: readonly number[];
  lines: readonly ChartLine[];
}

/** How a chart is drawn, wherever it stands. */
export interface ChartSettings {
  width: number;
  height: number;
  palette: ChartPalette;
  language: string;
  isRightToLeft: boolean;
  /** The font of marks, in pixels. */
  fontSize?: number;
}

const defaultFontSize = 12;

interface AxisLabel {
  at: number;
  text: string;
  halfWidth: number;
  x: number;
}

/** Words that would run into the one before are left out; the first stays, which says the year. */
function dropOverlappingLabels(labels: readonly AxisLabel[], space: number): AxisLabel[] {
  const visible: AxisLabel[] = [];
  for (const word of labels) {
    const before = visible.at(-1);
    if (!before || Math.abs(word.x - before.x) >= word.halfWidth + before.halfWidth + space)
      visible.push(word);
  }
  return visible;
}

/** Where things are: pixels from the top left corner. */
export function layoutTimeChart({ spanStarts: starts, lines }: TimeChartData, drawing: ChartSettings) {
  const { width, height, language, isRightToLeft, fontSize: size = defaultFontSize } = drawing;
  const largest = Math.max(0, ...lines.map(({ values }) => Math.max(0, ...values)));
  const counts = computeCountScale(largest, Math.max(2, Math.floor(height / 70)));
  const aside =
    Math.max(...counts.ticks.map((it) => measureTextWidth(formatCountTick(it, counts.max, language), size))) +
    10;
  const [top, bottom, end] = [size, height - size * 2.2, 14];
  const room = Math.max(10, width - aside - end);
  const [from = 0, to = 0] = [starts[0], starts.at(-1)];
  const along = (at: number) => (to === from ? room / 2 : ((at - from) / (to - from)) * room);
  const x = (at: number) => (isRightToLeft ? width - aside - along(at) : aside + along(at));
  const y = (count: number) => bottom - (count / counts.max) * (bottom - top);
  const { marks, gap } = computeTimeTicks(from, to, Math.max(2, Math.floor(room / (size * 6.5))));
  const times = marks.map((mark) => {
    const text = formatTimeTick(mark, gap, language);
    // Half of it on each side, as long as neither sticks out.
    const halfWidth = measureTextWidth(text, size) / 2;
    return {
      at: mark.timeMs,
      text,
      halfWidth,
      x: Math.min(Math.max(x(mark.timeMs), halfWidth + 2), width - halfWidth - 2),
    };
  });
  return {
    counts,
    times: dropOverlappingLabels(times, size / 2),
    x,
    y,
    top,
    bottom,
    start: isRightToLeft ? width - aside : aside,
    room,
    size,
  };
}

const roundCoordinate = (it: number) => Math.round(it * 10) / 10;

/** @param at index of the span that is pointed at */
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
  const pointed = at === null ? undefined : data.spanStarts[at];
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
      {times.map((word) => (
        <g key={word.at}>
          <path d={`M${roundCoordinate(x(word.at))} ${bottom}v5`} stroke={palette.axis} strokeWidth={1} />
          <text x={roundCoordinate(word.x)} y={bottom + size * 1.6} textAnchor="middle" fill={palette.muted}>
            {word.text}
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
      {pointed !== undefined && (
        <path
          d={`M${roundCoordinate(x(pointed))} ${top}V${bottom}`}
          stroke={palette.axis}
          strokeWidth={1}
          strokeDasharray="3 3"
        />
      )}
      {/* The largest is drawn last, over the others. */}
      {data.lines.toReversed().map(({ key, rank: place, values }) => {
        const color = getSeriesColor(palette, place);
        const shown = at ?? values.length - 1;
        return (
          <g key={key}>
            <path
              d={`M${points(values).join('L')}`}
              fill="none"
              stroke={color}
              strokeWidth={place === null ? 1.5 : 2}
              strokeLinejoin="round"
              strokeLinecap="round"
              {...(place === null ? { strokeDasharray: '5 4' } : {})}
            />
            <g
              transform={`translate(${roundCoordinate(x(data.spanStarts[shown] ?? 0))} ${roundCoordinate(y(values[shown] ?? 0))})`}
            >
              <circle r={6.5} fill={palette.surface} />
              <SeriesMark rank={place} color={color} />
            </g>
          </g>
        );
      })}
    </g>
  );
}
