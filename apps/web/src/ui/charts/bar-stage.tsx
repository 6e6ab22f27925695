/** The bar chart on the screen, and the whole name and number of the bar that is pointed at. */
import { type Bar, BarChart, layBarChart } from './bar-chart.tsx';
import classes from './chart-parts.module.css';
import { ChartStage } from './chart-stage.tsx';
import type { Drawing } from './time-chart.tsx';

interface Props {
  label: string;
  bars: readonly Bar[];
  height?: number | undefined;
  size?: number | undefined;
  /** `1,204 reports`. */
  count: (total: number) => string;
}

export function BarStage({ label, bars, height, size, count }: Props) {
  function tell(drawing: Drawing, index: number) {
    const laid = layBarChart(bars, drawing);
    const { name = '', total = 0 } = bars[index] ?? {};
    return {
      x: laid.x(total / 2),
      y: laid.y(index) + laid.thickness + 6,
      text: `${name}: ${count(total)}`,
      box: (
        <>
          <p className={classes['when']} dir="auto">
            {name}
          </p>
          {count(total)}
        </>
      ),
    };
  }
  return (
    <ChartStage
      label={label}
      height={height}
      size={size}
      count={bars.length}
      axis="vertical"
      renderChart={(drawing, index) => <BarChart bars={bars} drawing={drawing} at={index} />}
      nearest={(drawing, _, y) => {
        const { top, step } = layBarChart(bars, drawing);
        return Math.max(0, Math.min(bars.length - 1, Math.floor((y - top) / step)));
      }}
      tell={tell}
    />
  );
}
