/** Drawing areas onto a picture with a pointer, moving them, and undoing each step. */
import type { CoverStyle, PictureCover } from '@waypost/contract/media/picture-covers';
import { type PointerEvent, useRef, useState } from 'react';
import { createBox, extendLine, isMeant, moveBox, type Position, startLine } from './covers.ts';

/** What a pointer draws. */
export interface CoverTool {
  shape: PictureCover['shape'];
  style: CoverStyle;
  /** Diameter of the brush as a part of the longer side. */
  size: number;
}

const readPosition = (event: PointerEvent<HTMLElement>): Position => {
  const frame = event.currentTarget.getBoundingClientRect();
  return [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height];
};

const readBoxIndex = ({ target }: PointerEvent<HTMLElement>): number | null => {
  const index = target instanceof HTMLElement ? target.dataset['box'] : undefined;
  return index === undefined ? null : Number(index);
};

/** The areas with their history, and the pointer events of the frame around the picture. */
export function useCoverDrawing(tool: CoverTool) {
  const [history, setHistory] = useState<readonly (readonly PictureCover[])[]>([[]]);
  const [drawn, setDrawn] = useState<readonly PictureCover[] | null>(null);
  const drag = useRef<{ from: Position; last: Position; moved: number | null } | null>(null);
  const saved = history.at(-1) ?? [];
  const covers = drawn ?? saved;
  const change = (next: readonly PictureCover[]) => setHistory([...history, next]);

  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = readPosition(event);
    drag.current = { from, last: from, moved: readBoxIndex(event) };
    if (drag.current.moved !== null) return;
    const { shape, style, size } = tool;
    setDrawn([...saved, shape === 'box' ? createBox(style, from, from) : startLine(style, size, from)]);
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (!drag.current) return;
    const { from, last, moved } = drag.current;
    const to = readPosition(event);
    drag.current.last = to;
    const current = moved === null ? covers.at(-1) : covers[moved];
    if (!current) return;
    if (moved !== null && current.shape === 'box') {
      const next = moveBox(current, to[0] - last[0], to[1] - last[1]);
      setDrawn(covers.map((cover, index) => (index === moved ? next : cover)));
    } else if (moved === null)
      setDrawn([
        ...saved,
        current.shape === 'box' ? createBox(current.style, from, to) : extendLine(current, to),
      ]);
  };
  const end = () => {
    drag.current = null;
    if (drawn) change(drawn.filter(isMeant));
    setDrawn(null);
  };
  return {
    covers,
    canUndo: history.length > 1,
    /** Adds areas in one step. */
    add: (...added: PictureCover[]) => change([...saved, ...added]),
    replace: (index: number, cover: PictureCover | null) =>
      change(saved.flatMap((it, position) => (position === index ? (cover ?? []) : it))),
    undo: () => setHistory(history.slice(0, -1)),
    pointerEvents: {
      onPointerDown: start,
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: () => {
        drag.current = null;
        setDrawn(null);
      },
    },
  };
}
