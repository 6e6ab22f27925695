/**
 * The frame of a chart on the screen: uses the available width and shows a tooltip for the item that is pointed at by mouse,
 * finger or keyboard. For keyboard and screen reader it is a slider, whose value text is that of the tooltip.
 */
import { useComputedColorScheme, useDirection } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CHART_PALETTE } from './chart-palette.ts';
import classes from './interactive-chart.module.css';
import type { ChartSettings } from './time-chart.tsx';

/** The tooltip of an item. */
export interface ChartTooltip {
  /** Position in pixels from the top left corner. */
  x: number;
  y: number;
  /** The content in one sentence. */
  text: string;
  /** The content of the box. */
  content: ReactNode;
}

interface Props {
  /** Accessible name of the slider. */
  label: string;
  /** Pixels; the available height when absent. */
  height?: number | undefined;
  /** Font size of the labels, in pixels. */
  size?: number | undefined;
  /** Number of items that can be pointed at. */
  itemCount: number;
  axis: 'horizontal' | 'vertical';
  renderChart: (drawing: ChartSettings, at: number | null) => ReactNode;
  /** Index of the item nearest to a point. */
  findNearest: (drawing: ChartSettings, x: number, y: number) => number;
  describe: (drawing: ChartSettings, at: number) => ChartTooltip;
}

const keySteps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** By how many items a key moves. In time charts right is later in reading direction; in bar charts down is the next bar. */
function getKeyStep(key: string, axis: Props['axis'], isRightToLeft: boolean): number | undefined {
  if (key === 'ArrowRight') return isRightToLeft ? -1 : 1;
  if (key === 'ArrowLeft') return isRightToLeft ? 1 : -1;
  const step = keySteps[key];
  return step !== undefined && axis === 'vertical' ? -step : step;
}

/** The chart with slider and tooltip. */
export function InteractiveChart({
  label,
  height,
  size,
  itemCount,
  axis,
  renderChart,
  findNearest,
  describe,
}: Props) {
  const { i18n } = useTranslation();
  const { ref, width, height: measuredHeight } = useElementSize();
  const { dir } = useDirection();
  const scheme = useComputedColorScheme('light');
  const [pointedIndex, setPointedIndex] = useState<number | null>(null);
  const [isShown, setShown] = useState(false);
  const isRightToLeft = dir === 'rtl';
  const drawing: ChartSettings = {
    width,
    height: height ?? measuredHeight,
    palette: CHART_PALETTE[scheme],
    language: i18n.language,
    isRightToLeft,
    ...(size ? { fontSize: size } : {}),
  };
  const hasSize = width > 0 && drawing.height > 0;
  // The item may no longer exist when new data arrives.
  const at =
    pointedIndex === null
      ? axis === 'horizontal'
        ? itemCount - 1
        : 0
      : Math.min(pointedIndex, itemCount - 1);
  const tooltip = hasSize && itemCount > 0 ? describe(drawing, at) : undefined;
  const show = (index: number) => {
    setPointedIndex(Math.max(0, Math.min(itemCount - 1, index)));
    setShown(true);
  };
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    show(findNearest(drawing, event.clientX - box.left, event.clientY - box.top));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isShown) {
      event.stopPropagation();
      return setShown(false);
    }
    const step = getKeyStep(event.key, axis, isRightToLeft);
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? itemCount - 1 : step && at + step;
    if (next === undefined) return;
    event.preventDefault();
    show(next);
  };
  return (
    <div ref={ref} className={classes['chart']} style={{ blockSize: height ?? '100%' }}>
      {hasSize && (
        <svg className={classes['drawing']} width={width} height={drawing.height} aria-hidden direction="ltr">
          {renderChart(drawing, isShown ? at : null)}
        </svg>
      )}
      <div
        className={classes['slider']}
        // Not an input element: its value is a sentence, and it covers the chart.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation={axis}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, itemCount)}
        aria-valuenow={at + 1}
        aria-valuetext={tooltip?.text}
        onKeyDown={onKey}
        onFocus={(event) => setShown(event.currentTarget.matches(':focus-visible'))}
        onBlur={() => setShown(false)}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setShown(false)}
      />
      {isShown && tooltip && (
        <div
          className={classes['tooltip']}
          data-side={tooltip.x > width / 2 ? 'left' : 'right'}
          style={{ left: tooltip.x, top: Math.min(tooltip.y, drawing.height * 0.55) }}
          aria-hidden
        >
          {tooltip.content}
        </div>
      )}
    </div>
  );
}
