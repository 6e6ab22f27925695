/**
 * The keys of the review screen. Each action has a key, which can be changed or removed on this device. Keys with Ctrl, Alt
 * or Meta belong to browsers and screen readers and are never used; keys in fields, menus and dialogs neither.
 */
import { z } from 'zod';
import { createDeviceStore } from '../../../api/device-store.ts';

/** What a key can do, in the order of the help. */
export const reviewActions = [
  'publish',
  'archive',
  'pass',
  'back',
  'undo',
  'accept',
  'tasks',
  'categories',
  'clear',
  'assign',
  'note',
  'verify',
  'merge',
  'translate',
  'claim',
  'pause',
  'edit',
  'map',
  'help',
] as const;
export type ReviewAction = (typeof reviewActions)[number];

/** The key of each action, as `KeyboardEvent.key` in lower case; null for none. */
export type ReviewKeys = Readonly<Record<ReviewAction, string | null>>;

export const defaultReviewKeys: ReviewKeys = {
  publish: 'p',
  archive: 'a',
  pass: 'n',
  back: 'b',
  undo: 'u',
  accept: 'g',
  tasks: 't',
  categories: 'k',
  clear: 'c',
  assign: 's',
  note: 'o',
  verify: 'v',
  merge: 'd',
  translate: 'l',
  claim: 'i',
  pause: 'r',
  edit: 'e',
  map: 'm',
  help: '?',
};

const Keys = z.partialRecord(z.enum(reviewActions), z.string().min(1).max(20).nullable());

/** The keys of this device. */
export const storedReviewKeys = createDeviceStore(
  'waypost.review-keys',
  (stored): ReviewKeys => ({ ...defaultReviewKeys, ...Keys.safeParse(stored ?? {}).data }),
);

/** Keys that move within the page, or that assistive technology needs. */
const reservedKeys = new Set([
  'tab',
  'enter',
  ' ',
  'escape',
  'arrowup',
  'arrowdown',
  'arrowleft',
  'arrowright',
  'pageup',
  'pagedown',
  'home',
  'end',
  'insert',
  'capslock',
  'shift',
  'control',
  'alt',
  'meta',
  'altgraph',
  'contextmenu',
  'dead',
  'process',
  'unidentified',
]);

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey'>;

/**
 * The name of a pressed key; null for one that cannot be used. On keyboards without Latin letters it is the Latin letter at the
 * same place, so that the keys work in every language.
 */
export function readKey({ key, code, ctrlKey, altKey, metaKey }: KeyPress): string | null {
  if (ctrlKey || altKey || metaKey || reservedKeys.has(key.toLowerCase())) return null;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  // eslint-disable-next-line no-control-regex
  if (letter && /[^\u0000-\u024f]/.test(key)) return letter.toLowerCase();
  return key.toLowerCase();
}

/** The action of a pressed key. */
export const findAction = (keys: ReviewKeys, press: KeyPress): ReviewAction | undefined => {
  const key = readKey(press);
  return key === null ? undefined : reviewActions.find((action) => keys[action] === key);
};

/** The keys after one was set. Another action with the same key loses it. */
export const assignKey = (keys: ReviewKeys, action: ReviewAction, key: string | null): ReviewKeys => {
  const others = Object.fromEntries(
    reviewActions.map((it) => [it, key !== null && keys[it] === key ? null : keys[it]]),
  ) as Record<ReviewAction, string | null>;
  return { ...others, [action]: key };
};

/** Whether a key press belongs to a control: a field, an open menu or a dialog. */
export const isInsideControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest(
    'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="menu"], [role="dialog"], [role="listbox"], [role="tablist"]',
  ) !== null;
