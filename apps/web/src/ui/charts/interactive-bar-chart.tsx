/** The bar chart on the screen, and the whole name and number of the bar that is pointed at. */
import { type Bar, BarChart, layoutBarChart } from './bar-chart.tsx';
import classes from './chart-parts.module.css';
import { InteractiveChart } from './interactive-chart.tsx';
import type { ChartSettings } from './time-chart.tsx';

interface Props {
  label: string;
  bars: readonly Bar[];
  height?: number | undefined;
  size?: number | undefined;
  /** `1,204 reports`. */
  formatCount: (total: number) => string;
}

export function InteractiveBarChart({ label, bars, height, size, formatCount: count }: Props) {
  function tell(drawing: ChartSettings, index: number) {
    const laid = layoutBarChart(bars, drawing);
    const { name = '', total = 0 } = bars[index] ?? {};
    return {
      x: laid.x(total / 2),
      y: laid.y(index) + laid.thickness + 6,
      text: `${name}: ${count(total)}`,
      content: (
        <>
          <p className={classes['tooltipTitle']} dir="auto">
            {name}
          </p>
          {count(total)}
        </>
      ),
    };
  }
  return (
    <InteractiveChart
      label={label}
      height={height}
      size={size}
      itemCount={bars.length}
      axis="vertical"
      renderChart={(drawing, index) => <BarChart bars={bars} drawing={drawing} at={index} />}
      findNearest={(drawing, _, y) => {
        const { top, step } = layoutBarChart(bars, drawing);
        return Math.max(0, Math.min(bars.length - 1, Math.floor((y - top) / step)));
      }}
      describe={tell}
    />
  );
}
