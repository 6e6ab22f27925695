/** The time chart on the screen: its legend, the chart, what was counted in the span that is pointed at. */
import { useComputedColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatsOf } from '../formats-of.ts';
import { CHART_PALETTE, colorOf } from './chart-palette.ts';
import classes from './chart-parts.module.css';
import { ChartStage } from './chart-stage.tsx';
import { SeriesMark } from './series-mark.tsx';
import { type Drawing, type Line, layTimeChart, TimeChart, type TimeChartData } from './time-chart.tsx';

interface Props {
  label: string;
  data: TimeChartData;
  height?: number | undefined;
  size?: number | undefined;
  /** What a span is called: `Week of 3 Nov 2026`. */
  nameSpan: (start: number) => string;
}

export function TimeStage({ label, data, height, size, nameSpan }: Props) {
  const { i18n } = useTranslation();
  const number = new Intl.NumberFormat(formatsOf(i18n.language));
  const at = (index: number) => data.starts[index] ?? 0;
  function nearest(drawing: Drawing, x: number): number {
    const laid = layTimeChart(data, drawing);
    const away = (index: number) => Math.abs(laid.x(at(index)) - x);
    let best = 0;
    for (let index = 1; index < data.starts.length; index++) if (away(index) < away(best)) best = index;
    return best;
  }
  function tell(drawing: Drawing, index: number) {
    const laid = layTimeChart(data, drawing);
    const sorted = data.lines.toSorted((a, b) => (b.values[index] ?? 0) - (a.values[index] ?? 0));
    const count = ({ values }: Line) => number.format(values[index] ?? 0);
    const when = nameSpan(at(index));
    return {
      x: laid.x(at(index)),
      y: laid.y(sorted[0]?.values[index] ?? 0),
      text: `${when}: ${sorted.map((line) => `${line.name} ${count(line)}`).join(', ')}`,
      box: (
        <>
          <p className={classes['when']}>{when}</p>
          <ul className={classes['told']}>
            {sorted.map((line) => (
              <li key={line.key} className={classes['entry']}>
                <LegendMark place={line.place} />
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
    <ChartStage
      label={label}
      height={height}
      size={size}
      count={data.starts.length}
      axis="horizontal"
      renderChart={(drawing, index) => <TimeChart data={data} drawing={drawing} at={index} />}
      nearest={nearest}
      tell={tell}
    />
  );
}

function LegendMark({ place }: { place: number | null }) {
  const palette = CHART_PALETTE[useComputedColorScheme('light')];
  return (
    <svg className={classes['mark']} width={12} height={12} viewBox="-6 -6 12 12" aria-hidden>
      <SeriesMark place={place} color={colorOf(palette, place)} />
    </svg>
  );
}

/** Which line is which, the largest first. One line needs none. */
export function TimeLegend({ lines }: { lines: readonly Line[] }) {
  if (lines.length < 2) return null;
  return (
    <ul className={classes['legend']}>
      {lines.map(({ key, name, place }) => (
        <li key={key} className={classes['entry']}>
          <LegendMark place={place} />
          <span className={classes['name']} dir="auto" title={name}>
            {name}
          </span>
        </li>
      ))}
    </ul>
  );
}
