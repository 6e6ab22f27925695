/** Controls that reorder a row: a drag handle, and buttons that move it up or down. The focus stays on the control. */
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../display/icon.tsx';
import { announce } from '../feedback/announcer.tsx';
import classes from './reorder-buttons.module.css';
import type { DragOrder } from './use-drag-order.ts';

interface DragHandleProps {
  label: string;
  handleProps: DragOrder['handleProps'];
  /** Unique on the page. */
  id: string;
}

/** The drag handle of a row; see `useDragOrder`. */
export function DragHandle({ label, handleProps, id }: DragHandleProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      id={`${id}-handle`}
      className={classes['handle']}
      aria-label={t('order.handle', { label })}
      {...handleProps}
    >
      <Icon icon={IconGripVertical} size={18} />
    </button>
  );
}

interface StepButtonsProps {
  label: string;
  id: string;
  /** From 0. */
  index: number;
  count: number;
  /** Rows before this index are fixed. */
  firstMovable?: number;
  onStep: (by: -1 | 1) => void;
}

/** The buttons that move a row one place up or down. */
export function StepButtons({ label, id, index, count, firstMovable = 0, onStep }: StepButtonsProps) {
  const { t } = useTranslation();
  const step = (by: -1 | 1) => {
    const to = index + by;
    if (to < firstMovable || to >= count) return;
    onStep(by);
    announceMove(t('order.moved', { label, at: to + 1, count }), `${id}-${by < 0 ? 'up' : 'down'}`);
  };
  return (
    <>
      <button
        type="button"
        id={`${id}-up`}
        className={classes['step']}
        aria-label={t('order.up', { label })}
        aria-disabled={index <= firstMovable}
        onClick={() => step(-1)}
      >
        <Icon icon={IconChevronUp} size={18} />
      </button>
      <button
        type="button"
        id={`${id}-down`}
        className={classes['step']}
        aria-label={t('order.down', { label })}
        aria-disabled={index >= count - 1}
        onClick={() => step(1)}
      >
        <Icon icon={IconChevronDown} size={18} />
      </button>
    </>
  );
}

/** Announces a move and gives the focus back to the control: an element loses it when it moves in the document. */
export function announceMove(text: string, focusId: string): void {
  announce(text);
  requestAnimationFrame(() => document.getElementById(focusId)?.focus());
}
