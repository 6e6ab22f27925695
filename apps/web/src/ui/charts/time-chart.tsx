/** Lines over time: the geometry, and the drawing of it. Says everything in attributes, so that it may leave as a picture. */
import { type ChartPalette, colorOf } from './chart-palette.ts';
import { countScale, markNumber, markText, timeMarks } from './chart-scale.ts';
import { SeriesMark } from './series-mark.tsx';
import { chartFont, textWidth } from './text-width.ts';

export interface Line {
  key: string;
  name: string;
  /** From 0, the largest; null is all others together. */
  place: number | null;
  /** One for each span of time. */
  values: readonly number[];
}

export interface TimeChartData {
  /** When each span begins, in milliseconds, ascending. */
  starts: readonly number[];
  lines: readonly Line[];
}

/** How a chart is drawn, wherever it stands. */
export interface Drawing {
  width: number;
  height: number;
  palette: ChartPalette;
  language: string;
  isRightToLeft: boolean;
  /** The font of marks, in pixels. */
  size?: number;
}

const usualSize = 12;

interface Word {
  at: number;
  text: string;
  half: number;
  x: number;
}

/** Words that would run into the one before are left out; the first stays, which says the year. */
function withoutCollisions(words: readonly Word[], space: number): Word[] {
  const kept: Word[] = [];
  for (const word of words) {
    const before = kept.at(-1);
    if (!before || Math.abs(word.x - before.x) >= word.half + before.half + space) kept.push(word);
  }
  return kept;
}

/** Where things are: pixels from the top left corner. */
export function layTimeChart({ starts, lines }: TimeChartData, drawing: Drawing) {
  const { width, height, language, isRightToLeft, size = usualSize } = drawing;
  const largest = Math.max(0, ...lines.map(({ values }) => Math.max(0, ...values)));
  const counts = countScale(largest, Math.max(2, Math.floor(height / 70)));
  const aside =
    Math.max(...counts.marks.map((it) => textWidth(markNumber(it, counts.top, language), size))) + 10;
  const [top, bottom, end] = [size, height - size * 2.2, 14];
  const room = Math.max(10, width - aside - end);
  const [from = 0, to = 0] = [starts[0], starts.at(-1)];
  const along = (at: number) => (to === from ? room / 2 : ((at - from) / (to - from)) * room);
  const x = (at: number) => (isRightToLeft ? width - aside - along(at) : aside + along(at));
  const y = (count: number) => bottom - (count / counts.top) * (bottom - top);
  const { marks, gap } = timeMarks(from, to, Math.max(2, Math.floor(room / (size * 6.5))));
  const times = marks.map((mark) => {
    const text = markText(mark, gap, language);
    // Half of it on each side, as long as neither sticks out.
    const half = textWidth(text, size) / 2;
    return { at: mark.at, text, half, x: Math.min(Math.max(x(mark.at), half + 2), width - half - 2) };
  });
  return {
    counts,
    times: withoutCollisions(times, size / 2),
    x,
    y,
    top,
    bottom,
    start: isRightToLeft ? width - aside : aside,
    room,
    size,
  };
}

const round = (it: number) => Math.round(it * 10) / 10;

/** @param at index of the span that is pointed at */
export function TimeChart({
  data,
  drawing,
  at = null,
}: {
  data: TimeChartData;
  drawing: Drawing;
  at?: number | null;
}) {
  const { palette, language, isRightToLeft } = drawing;
  const { counts, times, x, y, top, bottom, start, room, size } = layTimeChart(data, drawing);
  const far = isRightToLeft ? start - room : start + room;
  const [only] = data.lines.length === 1 ? data.lines : [];
  const points = (values: readonly number[]) =>
    values.map((value, index) => `${round(x(data.starts[index] ?? 0))} ${round(y(value))}`);
  const pointed = at === null ? undefined : data.starts[at];
  return (
    <g fontFamily={chartFont} fontSize={size}>
      {counts.marks.map((count) => (
        <g key={count}>
          <path
            d={`M${start} ${round(y(count))}H${far}`}
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
            {markNumber(count, counts.top, language)}
          </text>
        </g>
      ))}
      {times.map((word) => (
        <g key={word.at}>
          <path d={`M${round(x(word.at))} ${bottom}v5`} stroke={palette.axis} strokeWidth={1} />
          <text x={round(word.x)} y={bottom + size * 1.6} textAnchor="middle" fill={palette.muted}>
            {word.text}
          </text>
        </g>
      ))}
      {only && data.starts.length > 1 && (
        <path
          d={`M${points(only.values).join('L')}L${round(x(data.starts.at(-1) ?? 0))} ${bottom}L${round(x(data.starts[0] ?? 0))} ${bottom}Z`}
          fill={colorOf(palette, only.place)}
          fillOpacity={0.12}
        />
      )}
      {pointed !== undefined && (
        <path
          d={`M${round(x(pointed))} ${top}V${bottom}`}
          stroke={palette.axis}
          strokeWidth={1}
          strokeDasharray="3 3"
        />
      )}
      {/* The largest is drawn last, over the others. */}
      {data.lines.toReversed().map(({ key, place, values }) => {
        const color = colorOf(palette, place);
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
            <g transform={`translate(${round(x(data.starts[shown] ?? 0))} ${round(y(values[shown] ?? 0))})`}>
              <circle r={6.5} fill={palette.surface} />
              <SeriesMark place={place} color={color} />
            </g>
          </g>
        );
      })}
    </g>
  );
}
