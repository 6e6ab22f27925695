/** The time chart on the screen: its legend, the chart, what was counted in the span that is pointed at. */
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
  /** What a span is called: `Week of 3 Nov 2026`. */
  formatSpan: (start: number) => string;
}

export function InteractiveTimeChart({ label, data, height, size, formatSpan: nameSpan }: Props) {
  const { i18n } = useTranslation();
  const number = new Intl.NumberFormat(resolveFormatLocale(i18n.language));
  const at = (index: number) => data.spanStarts[index] ?? 0;
  function nearest(drawing: ChartSettings, x: number): number {
    const laid = layoutTimeChart(data, drawing);
    const away = (index: number) => Math.abs(laid.x(at(index)) - x);
    let best = 0;
    for (let index = 1; index < data.spanStarts.length; index++) if (away(index) < away(best)) best = index;
    return best;
  }
  function tell(drawing: ChartSettings, index: number) {
    const laid = layoutTimeChart(data, drawing);
    const sorted = data.lines.toSorted((a, b) => (b.values[index] ?? 0) - (a.values[index] ?? 0));
    const count = ({ values }: ChartLine) => number.format(values[index] ?? 0);
    const when = nameSpan(at(index));
    return {
      x: laid.x(at(index)),
      y: laid.y(sorted[0]?.values[index] ?? 0),
      text: `${when}: ${sorted.map((line) => `${line.name} ${count(line)}`).join(', ')}`,
      content: (
        <>
          <p className={classes['tooltipTitle']}>{when}</p>
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
      findNearest={nearest}
      describe={tell}
    />
  );
}

function LegendMark({ rank: place }: { rank: number | null }) {
  const palette = CHART_PALETTE[useComputedColorScheme('light')];
  return (
    <svg className={classes['mark']} width={12} height={12} viewBox="-6 -6 12 12" aria-hidden>
      <SeriesMark rank={place} color={getSeriesColor(palette, place)} />
    </svg>
  );
}

/** Which line is which, the largest first. One line needs none. */
export function ChartLegend({ lines }: { lines: readonly ChartLine[] }) {
  if (lines.length < 2) return null;
  return (
    <ul className={classes['legend']}>
      {lines.map(({ key, name, rank: place }) => (
        <li key={key} className={classes['entry']}>
          <LegendMark rank={place} />
          <span className={classes['name']} dir="auto" title={name}>
            {name}
          </span>
        </li>
      ))}
    </ul>
  );
}
