/** The bar chart with a tooltip that shows the full name and number of a bar. */
import { type Bar, BarChart, layoutBarChart } from './bar-chart.tsx';
import classes from './chart-parts.module.css';
import { InteractiveChart } from './interactive-chart.tsx';
import type { ChartSettings } from './time-chart.tsx';

interface Props {
  label: string;
  bars: readonly Bar[];
  height?: number | undefined;
  size?: number | undefined;
  /** Formats a number such as `1,204 reports`. */
  formatCount: (total: number) => string;
}

/** Takes the available width; see `InteractiveChart`. */
export function InteractiveBarChart({ label, bars, height, size, formatCount }: Props) {
  function describe(drawing: ChartSettings, index: number) {
    const layout = layoutBarChart(bars, drawing);
    const { name = '', total = 0 } = bars[index] ?? {};
    return {
      x: layout.x(total / 2),
      y: layout.y(index) + layout.thickness + 6,
      text: `${name}: ${formatCount(total)}`,
      content: (
        <>
          <p className={classes['tooltipTitle']} dir="auto">
            {name}
          </p>
          {formatCount(total)}
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
      describe={describe}
    />
  );
}
