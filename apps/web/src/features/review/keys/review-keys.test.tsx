import { expect, test } from 'vitest';
import { assignKey, defaultReviewKeys, findAction, readKey } from './review-keys.ts';

const press = (key: string, code = '', modifiers: Partial<KeyboardEvent> = {}) => ({
  key,
  code,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...modifiers,
});

test('a key works in every keyboard layout', () => {
  expect(findAction(defaultReviewKeys, press('p', 'KeyP'))).toBe('publish');
  expect(findAction(defaultReviewKeys, press('P', 'KeyP'))).toBe('publish');
  // Russian, Arabic; and French, where the letter is at another place.
  expect(findAction(defaultReviewKeys, press('з', 'KeyP'))).toBe('publish');
  expect(findAction(defaultReviewKeys, press('ح', 'KeyP'))).toBe('publish');
  expect(findAction(defaultReviewKeys, press('a', 'KeyQ'))).toBe('archive');
  expect(findAction(defaultReviewKeys, press('?', 'Slash'))).toBe('help');
});

test('keys of browsers and screen readers are never used', () => {
  expect(readKey(press('p', 'KeyP', { ctrlKey: true }))).toBeNull();
  expect(readKey(press('p', 'KeyP', { metaKey: true }))).toBeNull();
  for (const key of ['Tab', 'Enter', ' ', 'Escape', 'ArrowDown', 'CapsLock', 'Insert'])
    expect(readKey(press(key))).toBeNull();
});

test('a key belongs to one action', () => {
  const keys = assignKey(defaultReviewKeys, 'publish', 'a');
  expect(keys).toMatchObject({ publish: 'a', archive: null });
  expect(assignKey(keys, 'publish', null)).toMatchObject({ publish: null, archive: null });
});
