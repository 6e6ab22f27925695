/** A row's handle to pull, and its buttons to go a place up or down. The row keeps the focus on its way. */
import { IconChevronDown, IconChevronUp, IconGripVertical } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { announce } from './announcer.tsx';
import { Icon } from './icon.tsx';
import classes from './order-buttons.module.css';
import type { DragOrder } from './use-drag-order.ts';

interface HandleProps {
  label: string;
  handle: DragOrder['handle'];
  /** Unique on the page. */
  id: string;
}

export function DragHandle({ label, handle, id }: HandleProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      id={`${id}-handle`}
      className={classes['handle']}
      aria-label={t('order.handle', { label })}
      {...handle}
    >
      <Icon of={IconGripVertical} size={18} />
    </button>
  );
}

interface StepProps {
  label: string;
  id: string;
  /** From 0. */
  at: number;
  count: number;
  /** Rows before this one stay where they are. */
  first?: number;
  onStep: (by: -1 | 1) => void;
}

export function StepButtons({ label, id, at, count, first = 0, onStep }: StepProps) {
  const { t } = useTranslation();
  const step = (by: -1 | 1) => {
    const to = at + by;
    if (to < first || to >= count) return;
    onStep(by);
    tellMoved(t('order.moved', { label, at: to + 1, count }), `${id}-${by < 0 ? 'up' : 'down'}`);
  };
  return (
    <>
      <button
        type="button"
        id={`${id}-up`}
        className={classes['step']}
        aria-label={t('order.up', { label })}
        aria-disabled={at <= first}
        onClick={() => step(-1)}
      >
        <Icon of={IconChevronUp} size={18} />
      </button>
      <button
        type="button"
        id={`${id}-down`}
        className={classes['step']}
        aria-label={t('order.down', { label })}
        aria-disabled={at >= count - 1}
        onClick={() => step(1)}
      >
        <Icon of={IconChevronDown} size={18} />
      </button>
    </>
  );
}

/** Says where a row went, and gives the focus back to what moved it: a row that moves in the page loses it. */
export function tellMoved(text: string, focusId: string): void {
  announce(text);
  requestAnimationFrame(() => document.getElementById(focusId)?.focus());
}
