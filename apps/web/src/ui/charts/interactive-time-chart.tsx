/** The time chart with a tooltip that shows the counts of the time span that is pointed at. */
import { useComputedColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { resolveFormatLocale } from '../i18n/format-locale.ts';
import { CHART_PALETTE, getSeriesColor } from './chart-palette.ts';
import classes from './chart-parts.module.css';
import { InteractiveChart } from './interactive-chart.tsx';
import { SeriesMark } from './series-mark.tsx';
import {
  type ChartLine,
  type ChartSettings,
  layoutTimeChart,
  TimeChart,
  type TimeChartData,
} from './time-chart.tsx';

interface Props {
  label: string;
  data: TimeChartData;
  height?: number | undefined;
  size?: number | undefined;
  /** Formats a span such as `Week of 3 Nov 2026`. */
  formatSpan: (start: number) => string;
}

/** Takes the available width; see `InteractiveChart`. */
export function InteractiveTimeChart({ label, data, height, size, formatSpan }: Props) {
  const { i18n } = useTranslation();
  const number = new Intl.NumberFormat(resolveFormatLocale(i18n.language));
  const getStart = (index: number) => data.spanStarts[index] ?? 0;
  function findNearest(drawing: ChartSettings, x: number): number {
    const layout = layoutTimeChart(data, drawing);
    const distance = (index: number) => Math.abs(layout.x(getStart(index)) - x);
    let best = 0;
    for (let index = 1; index < data.spanStarts.length; index++)
      if (distance(index) < distance(best)) best = index;
    return best;
  }
  function describe(drawing: ChartSettings, index: number) {
    const layout = layoutTimeChart(data, drawing);
    const sorted = data.lines.toSorted((a, b) => (b.values[index] ?? 0) - (a.values[index] ?? 0));
    const count = ({ values }: ChartLine) => number.format(values[index] ?? 0);
    const span = formatSpan(getStart(index));
    return {
      x: layout.x(getStart(index)),
      y: layout.y(sorted[0]?.values[index] ?? 0),
      text: `${span}: ${sorted.map((line) => `${line.name} ${count(line)}`).join(', ')}`,
      content: (
        <>
          <p className={classes['tooltipTitle']}>{span}</p>
          <ul className={classes['tooltipList']}>
            {sorted.map((line) => (
              <li key={line.key} className={classes['entry']}>
                <LegendMark rank={line.rank} />
                <span className={classes['name']} dir="auto">
                  {line.name}
                </span>
                <span className={classes['figure']}>{count(line)}</span>
              </li>
            ))}
          </ul>
        </>
      ),
    };
  }
  return (
    <InteractiveChart
      label={label}
      height={height}
      size={size}
      itemCount={data.spanStarts.length}
      axis="horizontal"
      renderChart={(drawing, index) => <TimeChart data={data} drawing={drawing} at={index} />}
      findNearest={findNearest}
      describe={describe}
    />
  );
}

function LegendMark({ rank }: { rank: number | null }) {
  const palette = CHART_PALETTE[useComputedColorScheme('light')];
  return (
    <svg className={classes['mark']} width={12} height={12} viewBox="-6 -6 12 12" aria-hidden>
      <SeriesMark rank={rank} color={getSeriesColor(palette, rank)} />
    </svg>
  );
}

/** The legend of a time chart, the largest line first. Nothing for a single line. */
export function ChartLegend({ lines }: { lines: readonly ChartLine[] }) {
  if (lines.length < 2) return null;
  return (
    <ul className={classes['legend']}>
      {lines.map(({ key, name, rank }) => (
        <li key={key} className={classes['entry']}>
          <LegendMark rank={rank} />
          <span className={classes['name']} dir="auto" title={name}>
            {name}
          </span>
        </li>
      ))}
    </ul>
  );
}
